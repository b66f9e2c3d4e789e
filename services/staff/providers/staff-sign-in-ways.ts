import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { IdentityProvider } from "#ports/identity-provider/port.ts"

/** The rights that a group at an identity provider gives. */
export interface GroupRights {
  /** The client ids; null for all clients. */
  clients: readonly string[] | null
  roles: readonly StaffRole[]
}

/** An identity provider of the company, as configured in the operator's file. */
export interface StaffProvider {
  /** Part of the return address and of userids. It never changes. */
  name: string
  /** The name on its button. */
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
