import type { agent } from "#contracts/staff/staff.ts"
import type { Handlers } from "../call-request.ts"
import { deleteOldApprovals } from "./approvals/approvals.store.ts"
import { createAgentCredentials } from "./approvals/customer-credentials.ts"
import { createAgentCustomers } from "./customers/found-customers.ts"
import { createAgentSearch } from "./customers/staff-search.ts"

type Needs = Parameters<typeof createAgentSearch>[0] &
  Parameters<typeof createAgentCustomers>[0] &
  Parameters<typeof createAgentCredentials>[0]

/** The support site: staff find a customer, act for them, and mend their sign-in. */
export function createAgent(needs: Needs) {
  const handlers: Handlers<typeof agent> = {
    ...createAgentSearch(needs).handlers,
    ...createAgentCustomers(needs).handlers,
    ...createAgentCredentials(needs).handlers,
  }
  return {
    handlers,
    /** Removes what nobody can agree to any more, and on which the record alone is asked. */
    forgetOldApprovals: (before: Date) => deleteOldApprovals(needs.database, before),
  }
}
