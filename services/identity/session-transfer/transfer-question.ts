import type { TransferPerson, TransferQuestion } from "#contracts/identity/sessions.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { newSecret, type Secrets } from "#platform/keys/secrets.ts"
import { later } from "#platform/time.ts"
import type { Person, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import { findSession, type SessionRow } from "../sessions/sessions.store.ts"
import { isOver } from "../sessions/sessions.ts"
import { bindToBrowser, type Presented, type SessionTransfer } from "./session-transfer.store.ts"

/** How long a person may think about the question. */
const answerSeconds = 5 * 60

interface Needs {
  database: Database
  clock: Clock
  secrets: Secrets
  policyAdmin: PolicyAdmin
}

/** A customer's session, or that of staff who act for one. */
export interface BrowserSession extends SessionRow {
  userid: string
  accountNumber: string
}

/** The live session that this browser has at this host, by its cookie. */
export async function sessionOfBrowser(
  { database, clock, secrets }: Needs,
  { site, cookies }: { site: Site; cookies: Cookies },
): Promise<BrowserSession | undefined> {
  const cookie = cookies.get("session")
  if (cookie === undefined) return undefined
  const session = await findSession(database, secrets.hash("session cookie", cookie), site.host)
  return session && isOfCustomer(session) && !isOver(session, clock.now()) ? session : undefined
}

function isOfCustomer(session: SessionRow): session is BrowserSession {
  return session.userid !== null && session.accountNumber !== null
}

/** Whether a session is of the same person, reached by themselves or by the same staff member. */
export function isSamePerson(session: BrowserSession, sessionTransfer: SessionTransfer): boolean {
  return (
    session.userid === sessionTransfer.userid && session.staffUserid === sessionTransfer.staffUserid
  )
}

/**
 * Whether a person has to agree before this hand-off becomes a session: where another person is
 * signed in with this browser, and where nobody is and the browser does not say that one of our own
 * pages sent it here. A stranger can plant a link, but cannot make a browser name another origin
 * than the one it came from.
 */
export function mustBeAsked(
  sessionTransfer: SessionTransfer,
  current: BrowserSession | undefined,
  { site, cameFrom }: { site: Site; cameFrom: string | undefined },
): boolean {
  if (current) return !isSamePerson(current, sessionTransfer)
  return cameFrom === undefined || originIn(cameFrom) !== originAt(site, sessionTransfer.fromHost)
}

/** The origin of another host of this installation, by the scheme and port of this one. */
export function originAt(site: Site, host: string): string {
  const address = new URL(site.origin)
  address.hostname = host
  return address.origin
}

function originIn(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

/**
 * Names both people to the browser and keeps the hand-off for it, for five minutes from the first
 * question on.
 *
 * Returns undefined where the hand-off was used up meanwhile.
 */
export async function askFirst(
  needs: Needs,
  { site, cookies }: { site: Site; cookies: Cookies },
  asked: Presented & {
    sessionTransfer: SessionTransfer
    person: Person
    current: BrowserSession | undefined
  },
): Promise<TransferQuestion | undefined> {
  const { sessionTransfer, person, current } = asked
  const present = current && (await needs.policyAdmin.person(current.client, current.accountNumber))
  // One cookie serves all tabs that ask at the same time. It opens nothing: it is only compared.
  const secret = cookies.get("transfer") ?? newSecret()
  const now = needs.clock.now()
  const isBound = await bindToBrowser(
    needs.database,
    {
      tokenHash: asked.tokenHash,
      host: site.host,
      browserHash: needs.secrets.hash("transfer cookie", secret),
      replacesSessionId: current?.id ?? null,
    },
    now,
    later(now, { seconds: answerSeconds }),
  )
  if (!isBound) return undefined
  cookies.set("transfer", secret, answerSeconds)
  return {
    incoming: named(person, sessionTransfer.staffUserid),
    current: current ? named(present, current.staffUserid) : null,
  }
}

function named(person: Person | undefined, staffUserid: string | null): TransferPerson {
  return {
    firstName: person?.firstName ?? "",
    lastName: person?.lastName ?? "",
    agentUserid: staffUserid ?? "",
    accountNumber: staffUserid === null ? "" : (person?.accountNumber ?? ""),
  }
}
