/**
 * What a staff account may do. `look`: find customers and see their data. `serve`: act for
 * customers and help with their sign-in. `approve`: decide the requests of other staff members.
 * `money`: refunds, credits, write-offs and the ledger. `manage-staff`: manage staff accounts; no
 * call needs it yet, because the operator manages them by command.
 */
export const staffRoles = ["look", "serve", "approve", "money", "manage-staff"] as const
export type StaffRole = (typeof staffRoles)[number]

/** The roles of an account for which none were chosen: one that only helps customers. */
export const usualStaffRoles: readonly StaffRole[] = ["look", "serve"]

export function isStaffRole(text: string): text is StaffRole {
  return staffRoles.some((role) => role === text)
}

/** A role as texts name it. */
export function staffRoleName(role: StaffRole): string {
  return role.replace("-", " ")
}
