import { randomUUID } from "node:crypto"
import type { UserDeviceInfo } from "#contracts/identity/shapes.ts"
import type { Queries } from "#database/sql.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { type Cookies, clientsOf, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { endOfLife, idleLimit } from "./session-expiry.ts"
import { endLiveSession, insertSession, type SessionRow } from "./sessions.store.ts"

/** The session of a customer, of a staff member, or of a staff member who acts for a customer. */
type SessionOwner =
  | { userid: string; accountNumber: string; staffUserid: string | null }
  | { userid: null; accountNumber: null; staffUserid: string }

/**
 * Opens a session at this site in the transaction `tx`, and sets its cookie. The browser's previous
 * session at this site ends, even if it is another person's.
 *
 * `familyId` and `familyClient` join the session to the one that it was transferred from.
 * `provenAt` is when the person last entered a correct one-time code. The session ends at `endsAt`
 * at the latest, because transferring a session does not make its password entry more recent.
 * `device` and `loginIp` are the browser's data about itself, if the call that opens the session
 * contains them.
 *
 * Returns the access token, which is stored nowhere else.
 */
export async function startSession(
  tx: Queries,
  { clock, secrets }: Pick<Deps, "clock" | "secrets">,
  request: { site: Site; cookies: Cookies },
  owner: SessionOwner & {
    client: string
    provenAt?: Date | null
    endsAt?: Date
    familyId?: string
    familyClient?: string
    device?: UserDeviceInfo
    loginIp?: string
    providerSid?: string | null
  },
): Promise<string> {
  const id = randomUUID()
  const { host } = request.site
  const cookie = secrets.random()
  const token = secrets.random()
  const now = clock.now()
  const isActing = owner.userid !== null && owner.staffUserid !== null
  const endsAt = endOfLife(now, { isActing })
  const replaced = request.cookies.get("session")
  if (replaced !== undefined) {
    const cookieHash = secrets.hash("session cookie", replaced)
    const clients = clientsOf(request.site)
    await endLiveSession(tx, clients, { cookieHash, host }, { now, idleSince: idleLimit(now) })
  }
  await insertSession(tx, {
    id,
    cookieHash: secrets.hash("session cookie", cookie),
    tokenHash: accessTokenHash(secrets, token, { ...owner, id, host }),
    host,
    client: owner.client,
    userid: owner.userid,
    staffUserid: owner.staffUserid,
    familyId: owner.familyId ?? id,
    familyClient: owner.familyClient ?? owner.client,
    device: owner.device ?? null,
    loginIp: owner.loginIp ?? null,
    provenAt: owner.provenAt ?? null,
    providerSid: owner.providerSid ?? null,
    now,
    expiresAt: owner.endsAt && owner.endsAt < endsAt ? owner.endsAt : endsAt,
  })
  request.cookies.set("session", cookie)
  return token
}

/**
 * The hash includes the owner of the session, so that a forged row cannot give it to someone else.
 */
export function accessTokenHash(
  secrets: Secrets,
  token: string,
  {
    id,
    host,
    client,
    userid,
    accountNumber,
    staffUserid,
  }: Pick<SessionRow, "id" | "client" | "userid" | "accountNumber" | "staffUserid"> & {
    host: string
  },
): Buffer {
  const owner = [id, host, client, userid, accountNumber, staffUserid]
  return secrets.hash("access token", token, ...owner)
}
