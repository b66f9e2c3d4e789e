import { createContext, useContext } from "react"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"

/** The roles of the staff member's account when the page was loaded. The server checks each call. */
export const StaffRoles = createContext<readonly StaffRole[]>([])

export function useHasRole(role: StaffRole): boolean {
  return useContext(StaffRoles).includes(role)
}
