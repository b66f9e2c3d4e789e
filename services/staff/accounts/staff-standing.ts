import type { Deps } from "#services/deps.ts"
import type { StaffMay } from "#services/identity/sessions/sessions.ts"
import { findStaffMemberOf, type StaffRow } from "./staff.store.ts"

/** Whether a staff member needs a second factor to log in. */
export function isFactorAsked(staffMember: StaffRow, secondFactorForAll: boolean): boolean {
  return staffMember.hasSecondFactor || staffMember.needsSecondFactor || secondFactorForAll
}

/**
 * Whether a staff member may still use a session: log in at all, serve this client (null: no
 * particular one), and work without a second factor if they have none. Each call asks again, because
 * the command line, a loaded folder, a client and a setting can all change the answer.
 */
export function createStaffStanding({ secondFactorForAll }: Deps): StaffMay {
  return async (queries, staffUserid, client) => {
    const staffMember = await findStaffMemberOf(queries, staffUserid)
    if (!staffMember || staffMember.disabledAt || staffMember.mustChangePassword) return false
    if (!staffMember.hasSecondFactor && isFactorAsked(staffMember, secondFactorForAll)) return false
    return client === null || staffMember.clients === null || staffMember.clients.includes(client)
  }
}
