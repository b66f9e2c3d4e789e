import type { staff } from "#contracts/staff/staff.ts"
import type { Handlers } from "../call-request.ts"
import { deleteOldApprovals } from "./approvals/approvals.store.ts"
import { createCustomerCredentials } from "./approvals/customer-credentials.ts"
import { createStaffSearch } from "./customers/customer-search.ts"
import { createFoundCustomers } from "./customers/email-change.ts"

type Needs = Parameters<typeof createStaffSearch>[0] &
  Parameters<typeof createFoundCustomers>[0] &
  Parameters<typeof createCustomerCredentials>[0]

/** The support site: staff find a customer, act for them, and mend their sign-in. */
export function createStaff(needs: Needs) {
  const handlers: Handlers<typeof staff> = {
    ...createStaffSearch(needs).handlers,
    ...createFoundCustomers(needs).handlers,
    ...createCustomerCredentials(needs).handlers,
  }
  return {
    handlers,
    /** Removes what nobody can agree to any more, and on which the record alone is asked. */
    forgetOldApprovals: (before: Date) => deleteOldApprovals(needs.database, before),
  }
}
