import { isProviderUserid } from "#contracts/identity/userid.ts"
import { useStaffUser, useUser } from "#web/identity/session/session.ts"

/** The name of the staff member, if an identity provider signed them in: their userid is no name. */
export function useProviderName(): string | undefined {
  const user = useUser()
  const staff = useStaffUser()
  if (user) return user.csName
  if (!staff || !isProviderUserid(staff.userid)) return undefined
  return `${staff.firstName} ${staff.lastName}`.trim()
}
