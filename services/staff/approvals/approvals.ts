import { randomUUID } from "node:crypto"
import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { staff } from "#contracts/staff/staff.ts"
import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { Handlers, StaffSession } from "#services/call-request.ts"
import {
  type AgentNeeds,
  createStaffDesk,
  type Served,
  type StaffCall,
} from "../customers/served-customer.ts"
import {
  type ApprovalRow,
  type ApprovedAction,
  decideApproval,
  dropApproval,
  findApproval,
  findOpenApproval,
  insertApproval,
  openApprovals,
} from "./approvals.store.ts"

export { dropApprovalsOf } from "./approvals.store.ts"

const approvalHours = 24

/** What another staff member has asked for, to which this one agrees. */
export type Agreed = Pick<ApprovalRow, "askedBy" | "askedAt">

/**
 * Does it, within the transaction; the mails were prepared before. Without `agreed` one staff member does
 * it alone. Errors: `agent.approvalOver`, `NeedsSecondAgent`.
 */
export type Work = (tx: Queries, agreed?: Agreed) => Promise<void>

type ApprovalHandlers = Pick<
  Handlers<typeof staff>,
  "GET /myaccount-core/agent/approvals" | "POST /myaccount-core/agent/approvals/{id}"
>

/** What one staff member asks for and another one has to agree to. */
export function createApprovals(
  needs: AgentNeeds,
  works: Record<ApprovedAction, (call: StaffCall, customer: Served) => Promise<Work>>,
) {
  const { database, clock, policyAdmin, registrations, emailGuard, localize } = needs
  const { served, consumeOn, record } = createStaffDesk(needs)

  const handlers: ApprovalHandlers = {
    async "GET /myaccount-core/agent/approvals"({ session }) {
      const allowed = await needs.servedClients(session.staffUserid)
      const rows = await openApprovals(database, allowed, clock.now())
      const items = await Promise.all(
        rows.map(async (row) => ((await stands(row)) ? [await shown(row, session)] : [])),
      )
      return { items: items.flat(), messages: [] }
    },

    async "POST /myaccount-core/agent/approvals/{id}"(call) {
      const { session, params, body } = call
      const approval = await findApproval(database, params.id)
      const allowed = await needs.servedClients(session.staffUserid)
      if (!approval || !allowed.includes(approval.client)) throw new ApiError("request.notFound")
      if (approval.askedBy === session.staffUserid) throw new ApiError("agent.ownApproval")
      const customer = await served(session, approval.userid)
      await consumeOn(customer, call)
      const approved = body.decision === "approve"
      const work = approved ? await works[approval.action](call, customer) : undefined
      // After the customer's address was read, which is what would be written to.
      if (!(await stands(approval))) throw new ApiError("agent.approvalOver")
      await database.transaction(async (tx) => {
        const decision = { by: session.staffUserid, at: clock.now(), approved }
        const isFirst = await decideApproval(tx, approval.id, decision)
        if (!isFirst) throw new ApiError("agent.approvalOver")
        if (work) await work(tx, approval)
        else {
          const after = { ...askedFor(approval), for: words[approval.action] }
          await record(tx, call, customer, "staff.approval.refuse", { after })
        }
      })
      needs.wakeEmail()
      const id = approved ? "agent.approved" : "agent.refused"
      return { messages: [await localize(approval.client, id)] }
    },
  }

  /**
   * Whether who asked may still ask for it, and for what they asked: not of a staff member who may serve
   * the client no more, nor for a username that somebody has registered since, nor after the e-mail
   * address was changed once again.
   */
  async function stands(approval: ApprovalRow): Promise<boolean> {
    const [allowed, user] = await Promise.all([
      needs.servedClients(approval.askedBy),
      registrations.byUserid(approval.userid),
    ])
    if (!allowed.includes(approval.client)) return false
    if (user?.accountNumber !== approval.accountNumber) return false
    if (user.registeredAt > approval.askedAt) return false
    return !(await emailGuard.isChanged(database, approval, { since: approval.askedAt }))
  }

  async function ask(call: StaffCall, customer: Served, action: ApprovedAction) {
    const { client, accountNumber, userid, username } = customer.user
    const askedAt = clock.now()
    const expiresAt = later(askedAt, { hours: approvalHours })
    const askedBy = call.session.staffUserid
    const approval = { id: randomUUID(), client, accountNumber, userid, action, askedBy, askedAt }
    const earlier = await findOpenApproval(database, userid, action)
    const isOver = earlier && !(earlier.expiresAt > askedAt && (await stands(earlier)))
    await database.transaction(async (tx) => {
      if (isOver) await dropApproval(tx, earlier.id)
      const isNew = await insertApproval(tx, { ...approval, expiresAt })
      if (!isNew) return
      const after = { for: words[action] }
      await record(tx, call, customer, "staff.approval.ask", { after })
    })
    return { messages: [await localize(client, "agent.approvalAsked", { username })] }
  }

  async function shown(approval: ApprovalRow, { staffUserid }: StaffSession) {
    const { id, client, accountNumber, userid, action, askedBy, askedAt } = approval
    const person = await policyAdmin.person(client, accountNumber)
    return {
      id,
      action,
      accountNumber,
      username: usernameOf(userid),
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      clientName: await needs.clientNameOf(client),
      askedBy,
      askedAt: askedAt.toISOString(),
      isOwn: askedBy === staffUserid,
    }
  }

  return { handlers, ask }
}

/** What the record says of the staff member who asked. */
export function askedFor({ askedBy }: Pick<Agreed, "askedBy">): Record<string, string> {
  return { "asked for by": askedBy }
}

const words: Record<ApprovedAction, string> = {
  resetPassword: "a link to reset the password",
  deleteRegistration: "deleting the registration",
}
