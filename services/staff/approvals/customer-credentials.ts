import { maskedEmail } from "#contracts/email-address-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import {
  createEmailVersions,
  findServedCustomer,
  type ServedCustomer,
  type StaffCall,
} from "../customers/served-customer.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import type { ApprovedAction } from "./approvals.store.ts"
import type { Approvals } from "./approvals.ts"
import { createCredentialActions } from "./credential-actions.ts"

type CredentialHandlers = Pick<
  Handlers<typeof staff>,
  "POST /myaccount-core/agent/resetPassword" | "DELETE /myaccount-core/agent/users/{username}"
>

/**
 * Sends password reset links and deletes registrations, by one staff member or with dual approval.
 */
export function createCustomerCredentials(
  deps: Deps,
  {
    registeredUsers,
    recentEmailChanges,
    staffLimits,
    approvals,
  }: {
    registeredUsers: RegisteredUsers
    recentEmailChanges: RecentEmailChanges
    staffLimits: StaffLimits
    approvals: Approvals
  },
) {
  const { database, localize } = deps
  const emailVersions = createEmailVersions(deps)
  const actions = createCredentialActions(deps, registeredUsers)

  const handlers: CredentialHandlers = {
    async "POST /myaccount-core/agent/resetPassword"(call) {
      const { session, body } = call
      const customer = await findServedCustomer(deps, registeredUsers, session, body.username)
      if (body.emailVersion !== undefined) emailVersions.check(customer, body.emailVersion)
      const requested = await performOrRequest(call, customer, "resetPassword")
      if (requested) return requested
      const { client, username } = customer.user
      const email = maskedEmail(customer.person.emailAddress)
      return { messages: [await localize(client, "agent.resetSent", { username, email })] }
    },

    async "DELETE /myaccount-core/agent/users/{username}"(call) {
      const { session, params, query } = call
      const customer = await findServedCustomer(deps, registeredUsers, session, params.username)
      if (query.emailVersion !== undefined) emailVersions.check(customer, query.emailVersion)
      const requested = await performOrRequest(call, customer, "deleteRegistration")
      if (requested) return { deleted: false, ...requested }
      const { client, username } = customer.user
      return { deleted: true, messages: [await localize(client, "agent.deleted", { username })] }
    },
  }

  /**
   * Performs the action, or requests dual approval if the email address changed recently. Returns
   * the reply about the request, or undefined if the action was performed. Errors:
   * `agent.ownEmailChange` for a staff member who changed the address.
   */
  async function performOrRequest(
    call: StaffCall,
    customer: ServedCustomer,
    action: ApprovedAction,
  ) {
    const { user } = customer
    await staffLimits.consumeTry(call)
    const perform = await actions[action](call, customer)
    const isPerformed = await database.transaction(async (tx) => {
      const isThere = await registeredUsers.lock(tx, user)
      if (!isThere) throw new ApiError("request.notFound")
      // With the lock held, an unfinished change of the address is visible here.
      const newAddress = await recentEmailChanges.newAddressOf(tx, user)
      if (newAddress?.changedByStaff.includes(call.session.staffUserid)) {
        throw new ApiError("agent.ownEmailChange")
      }
      if (newAddress) return false
      await staffLimits.consumeForCustomer(user.userid, tx)
      await perform(tx)
      return true
    })
    if (!isPerformed) return await approvals.request(call, customer, action)
    deps.wakeEmail()
    return undefined
  }

  return { handlers }
}
