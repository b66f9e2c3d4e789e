import { Failure, type MessageId } from "#contracts/messages.ts"
import type { agent } from "#contracts/myaccount-core/agent.ts"
import { isEmailAddress } from "#contracts/rules.ts"
import type { Queries } from "#database/sql.ts"
import { addressed } from "#services/mails/letter.ts"
import { emailReplacedMail, emailWelcomeMail } from "#services/mails/service-desk.ts"
import type { CallRequest, Handlers, Site } from "#services/request.ts"
import { type AgentNeeds, createAgentDesk, type Served } from "./agent-desk.ts"

const impersonate = "POST /myaccount-core/agent/impersonate/{userId}"
const email = "PUT /myaccount-core/agent/email"
type EmailRequest = CallRequest<(typeof agent)[typeof email]>

/** What an agent does for a customer: going into their site for them, and a new e-mail address. */
export function createAgentCustomers(
  needs: AgentNeeds & {
    customerHostOf: (client: string) => Promise<string>
    /** A single-use way into the site at this host, to act for a customer. */
    handOver: (
      tx: Queries,
      site: Site,
      way: { sessionId: string; host: string; client: string; subjectUserid: string },
    ) => Promise<string>
  },
) {
  const { database, clock, policyAdmin, say } = needs
  const { served, spendAction, record, brandFor } = createAgentDesk(needs)

  const handlers: Pick<Handlers<typeof agent>, typeof impersonate | typeof email> = {
    async [impersonate](call) {
      const { site, session, params } = call
      const customer = await served(session, params.userId)
      await spendAction(session, customer)
      const { user, person } = customer
      if (user.reactivate) throw new Failure("agent.reactivate")
      const host = await needs.customerHostOf(user.client)
      const way = { sessionId: session.id, host, client: user.client, subjectUserid: user.userid }
      const siteURL = await database.transaction(async (tx) => {
        const address = await needs.handOver(tx, site, way)
        await record(tx, call, customer, "staff.impersonate")
        return address
      })
      return {
        siteURL,
        csUserid: session.agentUserid,
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
      await spendAction(session, customer)
      if (!(await change(call, customer))) return await refused(customer, "agent.emailMeanwhile")
      const { client, username } = user
      const done = await say(client, "agent.emailChanged", { username, email: newEmail })
      return { status: "SUCCESS", statusMessage: "", emailAddress: newEmail, messages: [done] }
    },
  }

  /**
   * The record and the mail to the old address come first and for certain, because the account
   * system stands outside of our transaction: nothing changes without both.
   */
  async function change(call: EmailRequest, customer: Served): Promise<boolean> {
    const { user, person } = customer
    const { newEmail } = call.body
    const brand = await brandFor(user.client)
    const news = { brand, firstName: person.firstName, at: clock.now() }
    await database.transaction(async (tx) => {
      if (person.emailAddress !== "") {
        const letter = emailReplacedMail({ ...news, newEmail })
        await needs.outbox.add(tx, addressed(letter, brand, person.emailAddress))
      }
      await record(tx, call, customer, "staff.changeEmail", {
        before: { email: person.emailAddress },
        after: { email: newEmail },
      })
    })
    needs.wakeMail()
    const isChanged = await changed(customer, newEmail).catch(async (error: Error) => {
      await failed(call, customer)
      throw error
    })
    if (!isChanged) await failed(call, customer)
    else {
      await needs.outbox.add(database, addressed(emailWelcomeMail(news), brand, newEmail))
      needs.wakeMail()
    }
    return isChanged
  }

  async function changed({ user, person }: Served, emailAddress: string): Promise<boolean> {
    const { address, phoneNumber, contactVersion } = person
    const contact = { address, phoneNumber, emailAddress }
    return await policyAdmin.changeContact(user.client, user.accountNumber, contactVersion, contact)
  }

  async function failed(call: EmailRequest, customer: Served): Promise<void> {
    await database.transaction((tx) => record(tx, call, customer, "staff.changeEmail.failed"))
  }

  async function refused({ user, person }: Served, id: MessageId) {
    const message = await say(user.client, id)
    return {
      status: "ERROR" as const,
      statusMessage: message.content.join(" "),
      emailAddress: person.emailAddress,
      messages: [],
    }
  }

  return { handlers }
}
