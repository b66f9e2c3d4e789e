import { randomUUID } from "node:crypto"
import { Failure } from "#contracts/messages.ts"
import type { agent } from "#contracts/myaccount-core/agent.ts"
import type { Queries } from "#database/sql.ts"
import type { Mail } from "#ports/mail/port.ts"
import { lastEmailChange } from "#services/audit-trail.ts"
import { addressed } from "#services/mails/letter.ts"
import { registrationDeletedMail, staffResetLinkMail } from "#services/mails/service-desk.ts"
import type { AgentSession, Handlers } from "#services/request.ts"
import { maskedEmail } from "#services/words.ts"
import { type AgentNeeds, createAgentDesk, type Served } from "./agent-desk.ts"
import {
  type ApprovalRow,
  type ApprovedAction,
  decideApproval,
  findApproval,
  insertApproval,
  openApprovals,
} from "./staff-approvals.store.ts"

/**
 * Who had the e-mail address changed may be somebody else than the customer: for this long, what
 * would let them in by the new address takes a second agent.
 */
const guardHours = 24
const approvalHours = 24

type Call = { session: AgentSession; ip: string }

/** What a done action comes to: in the transaction, with the mails that were prepared before it. */
type Work = (tx: Queries, change: { after?: Record<string, string> }) => Promise<void>

type CredentialHandlers = Pick<
  Handlers<typeof agent>,
  | "POST /myaccount-core/agent/resetPassword"
  | "DELETE /myaccount-core/agent/users/{username}"
  | "GET /myaccount-core/agent/approvals"
  | "POST /myaccount-core/agent/approvals/{id}"
>

/** Links to reset a password and the end of registrations, by one agent or by two. */
export function createAgentCredentials(
  needs: AgentNeeds & { clientNameOf: (client: string) => Promise<string> },
) {
  const { database, clock, policyAdmin, registrations, say } = needs
  const { served, spendAction, record, brandFor } = createAgentDesk(needs)

  const handlers: CredentialHandlers = {
    async "POST /myaccount-core/agent/resetPassword"(call) {
      const customer = await served(call.session, call.body.username)
      await spendAction(call.session, customer)
      const work = await resetPassword(call, customer)
      if (await isGuarded(customer)) return await ask(call, customer, "resetPassword")
      await database.transaction((tx) => work(tx, {}))
      needs.wakeMail()
      return { messages: [await resetSent(customer)] }
    },

    async "DELETE /myaccount-core/agent/users/{username}"(call) {
      const customer = await served(call.session, call.params.username)
      await spendAction(call.session, customer)
      if (await isGuarded(customer)) {
        return { deleted: false, ...(await ask(call, customer, "deleteRegistration")) }
      }
      const work = await deleteRegistration(call, customer)
      await database.transaction((tx) => work(tx, {}))
      needs.wakeMail()
      const { client, username } = customer.user
      return { deleted: true, messages: [await say(client, "agent.deleted", { username })] }
    },

    async "GET /myaccount-core/agent/approvals"({ session }) {
      const allowed = await registrations.allowedTo(session.agentUserid)
      const rows = await openApprovals(database, allowed, clock.now())
      const items = await Promise.all(rows.map((row) => shown(row, session)))
      return { items, messages: [] }
    },

    async "POST /myaccount-core/agent/approvals/{id}"(call) {
      const { session, params, body } = call
      const approval = await findApproval(database, params.id)
      const allowed = await registrations.allowedTo(session.agentUserid)
      if (!approval || !allowed.includes(approval.client)) throw new Failure("request.notFound")
      if (approval.askedBy === session.agentUserid) throw new Failure("agent.ownApproval")
      const customer = await served(session, approval.userid)
      await spendAction(session, customer)
      const approved = body.decision === "approve"
      const work = approved ? await workOf(approval.action, call, customer) : undefined
      await database.transaction(async (tx) => {
        const decision = { by: session.agentUserid, at: clock.now(), approved }
        const isFirst = await decideApproval(tx, approval.id, decision)
        if (!isFirst) throw new Failure("agent.approvalOver")
        const after = { "asked for by": approval.askedBy }
        if (work) await work(tx, { after })
        else {
          const refused = { after: { ...after, for: words[approval.action] } }
          await record(tx, call, customer, "staff.approval.refuse", refused)
        }
      })
      needs.wakeMail()
      const id = approved ? "agent.approved" : "agent.refused"
      return { messages: [await say(approval.client, id)] }
    },
  }

  async function isGuarded({ user }: Served): Promise<boolean> {
    const since = new Date(clock.now().getTime() - guardHours * 3_600_000)
    const changed = await lastEmailChange(database, user.client, user.accountNumber, since)
    return changed !== undefined
  }

  async function ask(call: Call, customer: Served, action: ApprovedAction) {
    const { client, accountNumber, userid, username } = customer.user
    const askedAt = clock.now()
    const expiresAt = new Date(askedAt.getTime() + approvalHours * 3_600_000)
    const askedBy = call.session.agentUserid
    const approval = { id: randomUUID(), client, accountNumber, userid, action, askedBy, askedAt }
    await database.transaction(async (tx) => {
      const isNew = await insertApproval(tx, { ...approval, expiresAt })
      if (!isNew) return
      const after = { for: words[action] }
      await record(tx, call, customer, "staff.approval.ask", { after })
    })
    return { messages: [await say(client, "agent.approvalAsked", { username })] }
  }

  async function workOf(action: ApprovedAction, call: Call, customer: Served): Promise<Work> {
    return action === "resetPassword"
      ? await resetPassword(call, customer)
      : await deleteRegistration(call, customer)
  }

  /** Errors: `agent.reactivate`, `agent.noAddress`. */
  async function resetPassword(call: Call, customer: Served): Promise<Work> {
    const { user, person } = customer
    if (user.reactivate) throw new Failure("agent.reactivate")
    if (person.emailAddress === "") throw new Failure("agent.noAddress")
    const brand = await brandFor(user.client)
    return async (tx, change) => {
      const { ticket, minutes, expiresAt } = await registrations.ticketFor(tx, user)
      const letter = staffResetLinkMail({ brand, firstName: person.firstName, ticket, minutes })
      await needs.outbox.add(tx, addressed(letter, brand, person.emailAddress, expiresAt))
      await record(tx, call, customer, "staff.resetPassword", change)
    }
  }

  async function deleteRegistration(call: Call, customer: Served): Promise<Work> {
    const { user, person } = customer
    const brand = await brandFor(user.client)
    const letter = registrationDeletedMail({ brand, firstName: person.firstName, at: clock.now() })
    const mails: Mail[] =
      person.emailAddress === "" ? [] : [addressed(letter, brand, person.emailAddress)]
    return async (tx, change) => {
      if (!(await registrations.remove(tx, user.userid))) throw new Failure("request.notFound")
      for (const mail of mails) await needs.outbox.add(tx, mail)
      const before = { username: user.username }
      await record(tx, call, customer, "staff.deleteRegistration", { before, ...change })
    }
  }

  async function resetSent({ user: { client, username }, person }: Served) {
    const email = maskedEmail(person.emailAddress)
    return await say(client, "agent.resetSent", { username, email })
  }

  async function shown(approval: ApprovalRow, { agentUserid }: AgentSession) {
    const { id, client, accountNumber, userid, action, askedBy, askedAt } = approval
    const person = await policyAdmin.person(client, accountNumber)
    return {
      id,
      action,
      accountNumber,
      userid,
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      clientName: await needs.clientNameOf(client),
      askedBy,
      askedAt: askedAt.toISOString(),
      isOwn: askedBy === agentUserid,
    }
  }

  return { handlers }
}

const words: Record<ApprovedAction, string> = {
  resetPassword: "a link to reset the password",
  deleteRegistration: "deleting the registration",
}
