import type { Queries } from "#database/sql.ts"
import { findStaffMemberOf, type StaffRow } from "./staff.store.ts"

/** Whether a staff member has to prove more than a password. */
export function isFactorAsked(staffMember: StaffRow, secondFactorForAll: boolean): boolean {
  return staffMember.hasSecondFactor || staffMember.needsSecondFactor || secondFactorForAll
}

/**
 * Whether staff may still do what a session of theirs was opened for: log in at all, serve this
 * client (null: none in particular), and do so without a second factor where they have none. Asked
 * at every call, because what staff may do is not taken from them by the command line alone: a
 * folder that is loaded, a client and a setting say so too.
 */
export function createStaffStanding({ secondFactorForAll }: { secondFactorForAll: boolean }) {
  return async (queries: Queries, staffUserid: string, client: string | null): Promise<boolean> => {
    const staffMember = await findStaffMemberOf(queries, staffUserid)
    if (!staffMember || staffMember.disabledAt || staffMember.mustChangePassword) return false
    if (!staffMember.hasSecondFactor && isFactorAsked(staffMember, secondFactorForAll)) return false
    return client === null || staffMember.clients === null || staffMember.clients.includes(client)
  }
}

export type StaffStanding = ReturnType<typeof createStaffStanding>
