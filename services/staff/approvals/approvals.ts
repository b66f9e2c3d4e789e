import { randomUUID } from "node:crypto"
import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { formattedPhone } from "#contracts/profile/phone-rules.ts"
import type { staff } from "#contracts/staff/staff.ts"
import { later } from "#platform/time.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { Handlers, StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import {
  auditedCall,
  createEmailVersions,
  findServedCustomer,
  type ServedCustomer,
  type StaffCall,
} from "../customers/served-customer.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
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
import { auditedRequest, createCredentialActions } from "./credential-actions.ts"

export { dropApprovalsOf } from "./approvals.store.ts"

/** How long a second staff member can approve a request. */
const approvalHours = 24

type ApprovalHandlers = Pick<
  Handlers<typeof staff>,
  "GET /myaccount-core/agent/approvals" | "POST /myaccount-core/agent/approvals/{id}"
>

/** Dual approval: one staff member requests an action, another one approves or refuses it. */
export function createApprovals(
  deps: Deps,
  {
    registeredUsers,
    recentEmailChanges,
    staffLimits,
  }: {
    registeredUsers: RegisteredUsers
    recentEmailChanges: RecentEmailChanges
    staffLimits: StaffLimits
  },
) {
  const { database, clock, policyAdmin, audit, brands, localize } = deps
  const emailVersions = createEmailVersions(deps)
  const actions = createCredentialActions(deps, registeredUsers)

  const handlers: ApprovalHandlers = {
    async "GET /myaccount-core/agent/approvals"({ session }) {
      const clients = await findServedClients(database, session.staffUserid)
      const all = await openApprovals(database, clients, clock.now())
      const mayDecide = session.roles.includes("approve")
      const rows = all.filter((row) => mayDecide || row.askedBy === session.staffUserid)
      const items = await Promise.all(rows.map((row) => shown(row, session)))
      return { items: items.flat(), messages: [] }
    },

    async "POST /myaccount-core/agent/approvals/{id}"(call) {
      const { session, params, body } = call
      const clients = await findServedClients(database, session.staffUserid)
      const approval = await findApproval(database, clients, params.id)
      if (!approval) throw new ApiError("request.notFound")
      if (approval.askedBy === session.staffUserid) throw new ApiError("agent.ownApproval")
      const customer = await findServedCustomer(deps, registeredUsers, session, approval.userid)
      await staffLimits.consumeTry(call)
      // Checked after reading the customer's address, because the email goes to that address.
      if (!(await isValid(approval, customer.person))) throw new ApiError("agent.approvalOver")
      const isApproved = body.decision === "approve"
      if (isApproved) emailVersions.check(customer, body.emailVersion ?? "")
      const perform = isApproved ? await actions[approval.action](call, customer) : undefined
      await database.transaction(async (tx) => {
        const decision = { by: session.staffUserid, at: clock.now(), approved: isApproved }
        const isFirst = await decideApproval(tx, approval.client, approval.id, decision)
        if (!isFirst) throw new ApiError("agent.approvalOver")
        await staffLimits.consumeForCustomer(approval.userid, tx)
        const isThere = await registeredUsers.lock(tx, approval)
        if (!isThere) throw new ApiError("request.notFound")
        // With the lock held, an unfinished change of the address is visible here.
        const isChanged = await recentEmailChanges.isChanged(tx, approval, {
          since: approval.askedAt,
        })
        if (isChanged) throw new ApiError("agent.approvalOver")
        const changes = await recentEmailChanges.newAddressOf(tx, approval)
        if (changes?.changedByStaff.includes(session.staffUserid)) {
          throw new ApiError("agent.ownEmailChange")
        }
        if (!perform) {
          return await audit.record(tx, {
            ...auditedCall(call, customer),
            action: "staff.approval.refuse",
            after: { ...auditedRequest(approval), for: actionNames[approval.action] },
          })
        }
        await perform(tx, approval)
      })
      deps.wakeEmail()
      const id = isApproved ? "agent.approved" : "agent.refused"
      return { messages: [await localize(approval.client, id)] }
    },
  }

  /**
   * Whether the request can still be approved: the staff member who made it may still serve the
   * client's customers, the registration is the same, and the email address is the one that the
   * requester read and has not changed again.
   */
  async function isValid(approval: ApprovalRow, person: Person | undefined): Promise<boolean> {
    if (!emailVersions.isOf(approval.emailVersion, approval, person?.emailAddress ?? ""))
      return false
    const [clients, user] = await Promise.all([
      findServedClients(database, approval.askedBy, "serve"),
      registeredUsers.byUserid([approval.client], approval.userid),
    ])
    if (!clients.includes(approval.client)) return false
    if (user?.accountNumber !== approval.accountNumber) return false
    if (user.registeredAt > approval.askedAt) return false
    return !(await recentEmailChanges.isChanged(database, approval, { since: approval.askedAt }))
  }

  /**
   * Requests the approval of another staff member. A request that is already open stays unchanged.
   */
  async function request(call: StaffCall, customer: ServedCustomer, action: ApprovedAction) {
    const { client, accountNumber, userid, username } = customer.user
    const askedAt = clock.now()
    const expiresAt = later(askedAt, { hours: approvalHours })
    const askedBy = call.session.staffUserid
    const emailVersion = emailVersions.of(customer.user, customer.person.emailAddress)
    const about = { client, accountNumber, userid, action, emailVersion }
    const approval = { id: randomUUID(), ...about, askedBy, askedAt }
    const earlier = await findOpenApproval(database, client, userid, action)
    const isOver =
      earlier && !(earlier.expiresAt > askedAt && (await isValid(earlier, customer.person)))
    await database.transaction(async (tx) => {
      if (isOver) await dropApproval(tx, client, earlier.id)
      const isNew = await insertApproval(tx, { ...approval, expiresAt })
      if (!isNew) return
      await staffLimits.consumeForCustomer(userid, tx)
      await audit.record(tx, {
        ...auditedCall(call, customer),
        action: "staff.approval.ask",
        after: { for: actionNames[action] },
      })
    })
    return { messages: [await localize(client, "agent.approvalAsked", { username })] }
  }

  /** A list with the request; empty if it can no longer be approved. */
  async function shown(approval: ApprovalRow, { staffUserid }: StaffSession) {
    const { id, client, accountNumber, userid, action, askedBy, askedAt } = approval
    const person = await policyAdmin.person(client, accountNumber)
    if (!(await isValid(approval, person))) return []
    const changes = await recentEmailChanges.newAddressOf(database, approval)
    const { changedByStaff = [], earlierAddress = "", isChangedByCustomer = false } = changes ?? {}
    const emailAddress = person?.emailAddress ?? ""
    const item = {
      id,
      action,
      accountNumber,
      username: usernameOf(userid),
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      clientName: await brands.nameOf(client),
      askedBy,
      askedAt: askedAt.toISOString(),
      emailAddress,
      emailVersion: emailVersions.of(approval, emailAddress),
      earlierAddress,
      changedByStaff,
      isChangedByCustomer,
      phoneNumber: formattedPhone(person?.phoneNumber ?? ""),
      ...(changes?.earlierPhone && { earlierPhone: changes.earlierPhone }),
      isOwn: askedBy === staffUserid,
      isOwnCause: changedByStaff.includes(staffUserid),
    }
    return [item]
  }

  return { handlers, request }
}

export type Approvals = ReturnType<typeof createApprovals>

/** The names of the actions in audit entries. */
const actionNames: Record<ApprovedAction, string> = {
  resetPassword: "a link to reset the password",
  deleteRegistration: "deleting the registration",
}
