import { ApiError } from "#contracts/messages.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { Queries } from "#database/sql.ts"
import { addressed } from "#platform/email/email-message.ts"
import { maskedEmail } from "#platform/text/words.ts"
import type { Mail } from "#ports/mail/port.ts"
import {
  registrationDeletedEmail,
  staffResetLinkEmail,
} from "#services/audit/service-desk-email.ts"
import type { Handlers } from "#services/call-request.ts"
import {
  type AgentNeeds,
  createStaffDesk,
  type Registration,
  type Served,
  type StaffCall,
} from "../customers/served-customer.ts"
import { type ApprovedAction, dropApprovalsOf } from "./approvals.store.ts"
import { type Agreed, askedFor, createApprovals, type Work } from "./approvals.ts"

type CredentialHandlers = Pick<
  Handlers<typeof staff>,
  | "POST /myaccount-core/agent/resetPassword"
  | "DELETE /myaccount-core/agent/users/{username}"
  | "GET /myaccount-core/agent/approvals"
  | "POST /myaccount-core/agent/approvals/{id}"
>

/** Links to reset a password and the end of registrations, by one staff member or by two. */
export function createCustomerCredentials(needs: AgentNeeds) {
  const { database, clock, registrations, emailGuard, localize } = needs
  const { served, consumeOn, record, brandFor } = createStaffDesk(needs)
  const works = { resetPassword, deleteRegistration }
  const approvals = createApprovals(needs, works)

  const handlers: CredentialHandlers = {
    ...approvals.handlers,

    async "POST /myaccount-core/agent/resetPassword"(call) {
      const customer = await served(call.session, call.body.username)
      const asked = await doOrAsk(call, customer, "resetPassword")
      if (asked) return asked
      const { client, username } = customer.user
      const email = maskedEmail(customer.person.emailAddress)
      return { messages: [await localize(client, "agent.resetSent", { username, email })] }
    },

    async "DELETE /myaccount-core/agent/users/{username}"(call) {
      const customer = await served(call.session, call.params.username)
      const asked = await doOrAsk(call, customer, "deleteRegistration")
      if (asked) return { deleted: false, ...asked }
      const { client, username } = customer.user
      return { deleted: true, messages: [await localize(client, "agent.deleted", { username })] }
    },
  }

  /** What is said where a second staff member has to agree first; nothing where it is done. */
  async function doOrAsk(call: StaffCall, customer: Served, action: ApprovedAction) {
    await consumeOn(customer, call)
    const work = await works[action](call, customer)
    try {
      await database.transaction((tx) => work(tx))
    } catch (error) {
      if (!(error instanceof NeedsDualApproval)) throw error
      return await approvals.ask(call, customer, action)
    }
    needs.wakeEmail()
    return undefined
  }

  /** Errors: `agent.reactivate`, `agent.noAddress`. */
  async function resetPassword(call: StaffCall, customer: Served): Promise<Work> {
    const { user, person } = customer
    if (user.reactivate) throw new ApiError("agent.reactivate")
    if (person.emailAddress === "") throw new ApiError("agent.noAddress")
    const brand = await brandFor(user.client)
    return async (tx, agreed) => {
      await checkAddress(tx, user, agreed)
      const { ticket, minutes, expiresAt } = await registrations.ticketFor(tx, user)
      const letter = staffResetLinkEmail({ brand, firstName: person.firstName, ticket, minutes })
      await needs.outbox.add(tx, addressed(letter, brand, person.emailAddress, expiresAt))
      const after = agreed ? askedFor(agreed) : {}
      await record(tx, call, customer, "staff.resetPassword", { after })
    }
  }

  async function deleteRegistration(call: StaffCall, customer: Served): Promise<Work> {
    const { user, person } = customer
    const brand = await brandFor(user.client)
    const letter = registrationDeletedEmail({ brand, firstName: person.firstName, at: clock.now() })
    const mails: Mail[] =
      person.emailAddress === "" ? [] : [addressed(letter, brand, person.emailAddress)]
    return async (tx, agreed) => {
      if (!(await registrations.remove(tx, user.userid))) throw new ApiError("request.notFound")
      // Once it is locked: an e-mail address that is being changed at this moment shows.
      await checkAddress(tx, user, agreed)
      await dropApprovalsOf(tx, user.userid)
      for (const mail of mails) await needs.outbox.add(tx, mail)
      const before = { username: user.username }
      const after = agreed ? askedFor(agreed) : {}
      await record(tx, call, customer, "staff.deleteRegistration", { before, after })
    }
  }

  /**
   * An address that was changed a short while ago takes a second staff member; and one that was changed
   * since that staff member was asked is not what they agree to.
   *
   * Errors: `NeedsSecondAgent`, `agent.approvalOver`.
   */
  async function checkAddress(tx: Queries, user: Registration, agreed: Agreed | undefined) {
    if (agreed) {
      const isOther = await emailGuard.isChanged(tx, user, { since: agreed.askedAt })
      if (isOther) throw new ApiError("agent.approvalOver")
    } else if (await emailGuard.isGuarded(tx, user)) throw new NeedsDualApproval()
  }

  return { handlers }
}

/** Takes back what one staff member alone may not do. */
class NeedsDualApproval extends Error {}
