import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import { auditedCall, type ServedCustomer, type StaffCall } from "../customers/served-customer.ts"
import { type ApprovalRow, type ApprovedAction, dropApprovalsOf } from "./approvals.store.ts"
import { registrationDeletedEmail, staffResetLinkEmail } from "./credential-actions-email.ts"

/** Another staff member's request that is being approved. */
export type ApprovedRequest = Pick<ApprovalRow, "askedBy">

/**
 * Performs the action in the transaction of the decision, once the registration is locked.
 * `request` is set for an action that needed dual approval.
 */
type Perform = (tx: Queries, request?: ApprovedRequest) => Promise<void>

/** Checks whether the action is possible, and prepares it. */
type Prepare = (call: StaffCall, customer: ServedCustomer) => Promise<Perform>

/**
 * Actions of staff on a customer's credentials: email a link that resets the password, and delete
 * the registration. The caller decides whether one staff member may do this alone.
 */
export function createCredentialActions(
  { clock, outbox, audit, brands, brandOf }: Deps,
  registeredUsers: RegisteredUsers,
): Record<ApprovedAction, Prepare> {
  return {
    /** Errors: `agent.reactivate`, `agent.noAddress`. */
    async resetPassword(call, customer) {
      const { user, person } = customer
      if (user.reactivate) throw new ApiError("agent.reactivate")
      if (person.emailAddress === "") throw new ApiError("agent.noAddress")
      const brand = await customerBrand(user.client)
      return async (tx, request) => {
        const { ticket, minutes, expiresAt } = await registeredUsers.createResetTicket(tx, user)
        const { firstName, policyNumber } = person
        const email = staffResetLinkEmail({ brand, firstName, policyNumber, ticket, minutes })
        await outbox.add(tx, addressed(email, brand, person.emailAddress, expiresAt))
        await audit.record(tx, {
          ...auditedCall(call, customer),
          action: "staff.resetPassword",
          after: auditedRequest(request),
        })
      }
    },

    async deleteRegistration(call, customer) {
      const { user, person } = customer
      const brand = await customerBrand(user.client)
      const { firstName, policyNumber, emailAddress } = person
      const email = registrationDeletedEmail({ brand, firstName, policyNumber, at: clock.now() })
      return async (tx, request) => {
        await registeredUsers.remove(tx, user)
        await dropApprovalsOf(tx, user.client, user.userid)
        if (emailAddress !== "") await outbox.add(tx, addressed(email, brand, emailAddress))
        await audit.record(tx, {
          ...auditedCall(call, customer),
          action: "staff.deleteRegistration",
          before: { username: user.username },
          after: auditedRequest(request),
        })
      }
    },
  }

  /** The brand for emails with links to the customer's own site. */
  async function customerBrand(client: string): Promise<EmailBrand> {
    return await brandOf(client, await brands.siteAddressOf(client))
  }
}

/** The part of an audit entry that names the staff member who requested the approval. */
export function auditedRequest(request: ApprovedRequest | undefined): Record<string, string> {
  return request ? { "asked for by": request.askedBy } : {}
}
