import { ApiError, type MessageId } from "#contracts/messages.ts"
import { isEmailAddress } from "#contracts/rules.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { Queries } from "#database/sql.ts"
import type { CallRequest, Handlers, Site } from "#services/call-request.ts"
import type { ContactChanges } from "#services/profile/contact/contact-changes.ts"
import { type AgentNeeds, createStaffDesk, type Served } from "./served-customer.ts"

const impersonate = "POST /myaccount-core/agent/impersonate/{userId}"
const email = "PUT /myaccount-core/agent/email"
type EmailRequest = CallRequest<(typeof staff)[typeof email]>

/** What a staff member does for a customer: going into their site for them, and a new e-mail address. */
export function createFoundCustomers(
  needs: AgentNeeds & {
    contactChanges: ContactChanges
    customerHostOf: (client: string) => Promise<string>
    /** A single-use way into the site at this host, to act for a customer. */
    transferSession: (
      tx: Queries,
      site: Site,
      way: {
        sessionId: string
        host: string
        client: string
        subjectUserid: string
        userid: string
        accountNumber: string
        staffUserid: string
      },
    ) => Promise<string>
  },
) {
  const { database, localize } = needs
  const { served, consumeOn, record } = createStaffDesk(needs)

  const handlers: Pick<Handlers<typeof staff>, typeof impersonate | typeof email> = {
    async [impersonate](call) {
      const { site, session, params } = call
      const customer = await served(session, params.userId)
      await consumeOn(customer, call)
      const { user, person } = customer
      if (user.reactivate) throw new ApiError("agent.reactivate")
      const host = await needs.customerHostOf(user.client)
      const { client, userid, accountNumber } = user
      const way = {
        ...{ sessionId: session.id, host, client, subjectUserid: userid },
        ...{ userid, accountNumber, staffUserid: session.staffUserid },
      }
      const siteURL = await database.transaction(async (tx) => {
        const address = await needs.transferSession(tx, site, way)
        await record(tx, call, customer, "staff.impersonate")
        return address
      })
      return {
        siteURL,
        csUserid: session.staffUserid,
        accountNumber: person.accountNumber,
        policyNumber: person.policyNumber,
        firstName: person.firstName,
        lastName: person.lastName,
        userid: user.userid,
        isEmailSubscribed: person.isEmailSubscribed,
      }
    },

    async [email](call) {
      const { session, body } = call
      const customer = await served(session, body.userid)
      const { user, person } = customer
      const { newEmail } = body
      const onFile = person.emailAddress
      if (!isEmailAddress(newEmail)) return await refused(customer, "agent.emailInvalid")
      if (newEmail.toLowerCase() === onFile.toLowerCase()) {
        return await refused(customer, "agent.emailSame")
      }
      await consumeOn(customer, call)
      if (!(await change(call, customer))) return await refused(customer, "agent.emailMeanwhile")
      const { client, username } = user
      const done = await localize(client, "agent.emailChanged", { username, email: newEmail })
      return { status: "SUCCESS", statusMessage: "", emailAddress: newEmail, messages: [done] }
    },
  }

  /** False where somebody else changed the contact data at the same time. */
  async function change({ session, body, ip }: EmailRequest, customer: Served): Promise<boolean> {
    const { user, person } = customer
    try {
      const actor = { kind: "staff", userid: session.staffUserid } as const
      const asked = {
        client: user.client,
        before: person,
        after: { ...person, emailAddress: body.newEmail },
        siteAddress: await needs.siteAddressOf(user.client),
        action: "staff.changeEmail",
        by: { actor, subjectUserid: user.userid, ip },
      } as const
      await needs.contactChanges.change(asked, () => needs.registrations.isThere(user.userid))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.messageId === "profile.changedMeanwhile") return false
      throw error
    }
  }

  async function refused({ user, person }: Served, id: MessageId) {
    const message = await localize(user.client, id)
    return {
      status: "ERROR" as const,
      statusMessage: message.content.join(" "),
      emailAddress: person.emailAddress,
      messages: [],
    }
  }

  return { handlers }
}
