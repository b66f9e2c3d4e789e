import type { Deps } from "#services/deps.ts"
import type { StaffStanding } from "#services/identity/sessions/sessions.ts"
import { findStaffMemberOf, type StaffRow } from "./staff.store.ts"

/** Whether a staff member needs a second factor to log in. */
export function isFactorAsked(staffMember: StaffRow, secondFactorForAll: boolean): boolean {
  return staffMember.hasSecondFactor || staffMember.needsSecondFactor || secondFactorForAll
}

/**
 * Whether a staff member may still use a session: log in at all, act for customers of this client
 * (null: the session does not act), and work without a second factor if they have none. Each call
 * asks again, because the command line, a loaded folder, a client and a setting can all change the
 * answer.
 */
export function createStaffStanding({ secondFactorForAll }: Deps): StaffStanding {
  return async (queries, staffUserid, client) => {
    const staffMember = await findStaffMemberOf(queries, staffUserid)
    if (!staffMember || staffMember.disabledAt || staffMember.mustChangePassword) return undefined
    if (!staffMember.hasSecondFactor && isFactorAsked(staffMember, secondFactorForAll)) {
      return undefined
    }
    const { clients, roles } = staffMember
    const mayAct = roles.includes("serve") && (clients === null || clients.includes(client ?? ""))
    return client === null || mayAct ? roles : undefined
  }
}
