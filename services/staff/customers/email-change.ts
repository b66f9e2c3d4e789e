import { isEmailAddress } from "#contracts/email-address-rules.ts"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import type { ContactChanges } from "#services/profile/contact/contact-changes.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import { createEmailVersions, findServedCustomer, type ServedCustomer } from "./served-customer.ts"

const changeEmail = "PUT /myaccount-core/agent/email"
type EmailRequest = CallRequest<(typeof staff)[typeof changeEmail]>

/** Staff change the email address of a customer. */
export function createEmailChange(
  deps: Deps,
  {
    registeredUsers,
    contactChanges,
    staffLimits,
  }: {
    registeredUsers: RegisteredUsers
    contactChanges: ContactChanges
    staffLimits: StaffLimits
  },
) {
  const { localize, brands } = deps
  const emailVersions = createEmailVersions(deps)

  const handlers: Pick<Handlers<typeof staff>, typeof changeEmail> = {
    async [changeEmail](call) {
      const { session, body } = call
      const customer = await findServedCustomer(deps, registeredUsers, session, body.userid)
      const { user, person } = customer
      const { newEmail } = body
      if (!isEmailAddress(newEmail)) return await refused(customer, "agent.emailInvalid")
      if (newEmail.toLowerCase() === person.emailAddress.toLowerCase()) {
        return await refused(customer, "agent.emailSame")
      }
      if (body.emailVersion !== undefined) emailVersions.check(customer, body.emailVersion)
      await staffLimits.consumeTry(call)
      if (!(await change(call, customer))) return await refused(customer, "agent.emailMeanwhile")
      const { client, username } = user
      const done = await localize(client, "agent.emailChanged", { username, email: newEmail })
      const emailVersion = emailVersions.of(user, newEmail)
      const changed = { emailAddress: newEmail, emailVersion, messages: [done] }
      return { status: "SUCCESS", statusMessage: "", ...changed }
    },
  }

  /** Returns false if the contact data changed at the same time. */
  async function change({ session, body, ip }: EmailRequest, customer: ServedCustomer) {
    const { user, person } = customer
    try {
      const actor = { kind: "staff", userid: session.staffUserid } as const
      const asked = {
        client: user.client,
        before: person,
        after: { ...person, emailAddress: body.newEmail },
        siteAddress: await brands.siteAddressOf(user.client),
        action: "staff.changeEmail",
        by: { actor, subjectUserid: user.userid, ip },
      } as const
      await contactChanges.change(
        asked,
        () => registeredUsers.isRegistered(user),
        (tx) => staffLimits.consumeForCustomer(user.userid, tx),
      )
      return true
    } catch (error) {
      if (error instanceof ApiError && error.messageId === "profile.changedMeanwhile") return false
      throw error
    }
  }

  async function refused({ user, person }: ServedCustomer, id: MessageId) {
    const message = await localize(user.client, id)
    return {
      status: "ERROR" as const,
      statusMessage: message.content.join(" "),
      emailAddress: person.emailAddress,
      emailVersion: emailVersions.of(user, person.emailAddress),
      messages: [],
    }
  }

  return { handlers }
}
