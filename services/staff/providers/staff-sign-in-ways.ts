import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { IdentityProvider } from "#ports/identity-provider/port.ts"

/** The rights that a group at an identity provider gives. */
export interface GroupRights {
  /** Null for all. */
  clients: readonly string[] | null
  roles: readonly StaffRole[]
}

/** An identity provider of the company, as the operator's file names it. */
export interface StaffProvider {
  /** Part of the return address and of userids; it never changes. */
  name: string
  /** As its button names it. */
  label: string
  issuer: string
  groups: Readonly<Record<string, GroupRights>>
  openid: IdentityProvider
}

/** The ways in which staff may sign in at the support site. */
export interface StaffSignIn {
  providers: readonly StaffProvider[]
  /** Whether accounts with a password of ours may sign in. */
  allowsLocalAccounts: boolean
}
