/**
 * The permissions of a staff account. `look`: find customers and see their data. `serve`: act for
 * customers and help with their sign-in. `approve`: decide the requests of other staff members.
 * `money`: refunds, credits, write-offs and the ledger. `manage-staff`: manage staff accounts; no
 * call needs it yet, because the operator manages them by command.
 */
export const staffRoles = ["look", "serve", "approve", "money", "manage-staff"] as const
export type StaffRole = (typeof staffRoles)[number]

/** The default roles, for an account that only helps customers. */
export const usualStaffRoles: readonly StaffRole[] = ["look", "serve"]

export function isStaffRole(text: string): text is StaffRole {
  return staffRoles.some((role) => role === text)
}

/** The name of a role in texts. */
export function staffRoleName(role: StaffRole): string {
  return role.replace("-", " ")
}
