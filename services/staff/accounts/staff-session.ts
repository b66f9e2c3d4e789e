import type { StoredUser } from "#contracts/identity/shapes.ts"
import { plainUsername } from "#contracts/identity/userid.ts"
import type { Queries } from "#database/sql.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { type DeviceOwner, rememberDevice } from "#services/identity/devices/devices.ts"
import { startSession } from "#services/identity/sessions/start-session.ts"
import { storedStaffMemberOf } from "#services/identity/sessions/stored-user.ts"
import type { StaffRow } from "./staff.store.ts"

/** A call in which a staff member logs in. */
export interface StaffRequest {
  site: Site
  cookies: Cookies
  ip: string
}

/**
 * Opens the session of a staff member and adds the audit entry. `by` describes their proof.
 * `providerSid` is the session at the identity provider, if they came from one.
 */
export async function openStaffSession(
  tx: Queries,
  { clock, secrets, audit }: Pick<Deps, "clock" | "secrets" | "audit">,
  request: StaffRequest,
  staffMember: Pick<StaffRow, "userid" | "username" | "firstName" | "lastName">,
  by: string,
  providerSid: string | null = null,
): Promise<StoredUser> {
  const { userid, username } = staffMember
  await rememberDevice(tx, secrets, request, deviceOwnerOf(request.site, username), clock.now())
  const accessToken = await startSession(tx, { clock, secrets }, request, {
    client: request.site.client,
    userid: null,
    accountNumber: null,
    staffUserid: userid,
    providerSid,
  })
  await audit.record(tx, {
    ...auditedSignIn(request, userid),
    action: "signIn",
    actor: { kind: "staff", userid },
    after: { by },
  })
  return storedStaffMemberOf(staffMember, accessToken)
}

/**
 * The client and name for the devices and rate limits of staff. Userids of customers never contain
 * a space.
 */
export function deviceOwnerOf({ client }: Site, username: string): DeviceOwner {
  return { client, userid: `staff ${plainUsername(username)}` }
}

/** The fields that all audit entries about a sign-in of staff share. */
export function auditedSignIn(
  { site, ip }: Pick<StaffRequest, "site" | "ip">,
  userid: string | null,
) {
  return { client: site.client, accountNumber: null, subjectUserid: userid, ip }
}
