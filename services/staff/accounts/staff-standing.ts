import { isProviderUserid } from "#contracts/identity/userid.ts"
import type { Queries } from "#database/sql.ts"
import type { Deps } from "#services/deps.ts"
import type { StaffStanding } from "#services/identity/sessions/sessions.ts"
import { isVouchedFor } from "../providers/provider-word.ts"
import { findStaffMemberOf, type StaffRow } from "./staff.store.ts"

/**
 * Whether a staff member needs a second factor to log in. An identity provider checks the second
 * factor of its own people.
 */
export function needsSecondFactor(staffMember: StaffRow, secondFactorForAll: boolean): boolean {
  if (staffMember.provider !== null) return false
  return staffMember.hasSecondFactor || staffMember.needsSecondFactor || secondFactorForAll
}

/**
 * The name of a staff member for the banner in their own browser; undefined for a local account,
 * whose username is its name.
 */
export async function providerNameOf(
  queries: Queries,
  staffUserid: string,
): Promise<string | undefined> {
  if (!isProviderUserid(staffUserid)) return undefined
  const staffMember = await findStaffMemberOf(queries, staffUserid)
  return staffMember && `${staffMember.firstName} ${staffMember.lastName}`.trim()
}

/**
 * Whether a staff member may still use a session: log in at all, act for customers of this client
 * (null: the session does not act), and work without a second factor if they have none. Every call
 * checks again, because the command line, a loaded folder, a client, a setting and the account's
 * identity provider can all change the result. The provider's confirmation is valid for an hour.
 */
export function createStaffStanding({
  clock,
  secondFactorForAll,
  staffSignIn,
}: Pick<Deps, "clock" | "secondFactorForAll" | "staffSignIn">): StaffStanding {
  return async (queries, staffUserid, client) => {
    const staffMember = await findStaffMemberOf(queries, staffUserid)
    if (!staffMember || staffMember.disabledAt || staffMember.mustChangePassword) return undefined
    if (!isVouchedFor(staffMember.provider, staffSignIn, clock.now())) return undefined
    if (!staffMember.hasSecondFactor && needsSecondFactor(staffMember, secondFactorForAll)) {
      return undefined
    }
    const { clients, roles } = staffMember
    const mayAct = roles.includes("serve") && (clients === null || clients.includes(client ?? ""))
    return client === null || mayAct ? roles : undefined
  }
}
