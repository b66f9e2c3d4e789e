import { ApiError, type Message } from "#contracts/messages.ts"
import type { StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { By, StaffRequest } from "#services/payments/adjustments/staff-request.ts"
import type { ServedAccounts } from "../customers/served-account.ts"
import type { StaffCall } from "../customers/served-customer.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"

interface WaitingKind<Row extends StaffRequest, Item> {
  /** The first part of its message ids. */
  name: "refund" | "correction"
  waiting(clients: string[]): Promise<Row[]>
  find(clients: string[], id: string): Promise<Row | undefined>
  decide(row: Row, isApproved: boolean, by: By): Promise<Row>
  withdraw(row: Row, by: By): Promise<Row>
  /** The staff member who made what it is about; null if nobody did. */
  causedBy(row: Row): Promise<string | null>
  /** The message about its new state. */
  messageOf(row: Row): Promise<Message>
  /** Its fields in the list, without those that all requests share. */
  itemOf(row: Row, timeZone: string): Promise<Item>
}

type ById = StaffCall & { params: { id: string } }

/**
 * Handlers for refunds or corrections that wait for dual approval: who sees them, who decides them,
 * and who withdraws them.
 */
export function createWaitingRequests<Row extends StaffRequest, Item>(
  { policyAdmin, brands, wakeEmail }: Deps,
  accounts: ServedAccounts,
  staffLimits: StaffLimits,
  kind: WaitingKind<Row, Item>,
) {
  /** Errors: `request.notFound`, `agent.tooMany`, `agent.tooManyToday`. */
  async function find(call: ById): Promise<Row> {
    const row = await kind.find(await accounts.clientsOf(call.session), call.params.id)
    if (!row) throw new ApiError("request.notFound")
    await staffLimits.consumeTry(call)
    return row
  }

  /** A list with the request; empty if its staff member could no longer make it. */
  async function shown(row: Row, { staffUserid }: StaffSession) {
    const { client, accountNumber, requestedAt, requestedBy } = row
    if (!(await accounts.mayRequest(client, requestedBy))) return []
    const person = await policyAdmin.person(client, accountNumber)
    const item = {
      ...(await kind.itemOf(row, await brands.timeZoneOf(client))),
      client,
      clientName: await brands.nameOf(client),
      accountNumber,
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      requestedAt: requestedAt.toISOString(),
      isOwn: requestedBy === staffUserid,
      isOwnCause: (await kind.causedBy(row)) === staffUserid,
    }
    return [item]
  }

  return {
    /** All requests for the role *approve*, otherwise one's own. */
    async list({ session }: Pick<StaffCall, "session">) {
      const mayDecide = session.roles.includes("approve")
      const rows = (await kind.waiting(await accounts.clientsOf(session))).filter(
        (row) => mayDecide || row.requestedBy === session.staffUserid,
      )
      const items = await Promise.all(rows.map((row) => shown(row, session)))
      return { items: items.flat(), messages: [] }
    },

    async decide(call: ById & { body: { decision: "approve" | "refuse" } }) {
      const row = await find(call)
      if (!(await accounts.mayRequest(row.client, row.requestedBy))) {
        throw new ApiError(`${kind.name}.approvalOver`)
      }
      const by = await accounts.actorOf(call, row)
      const decided = await kind.decide(row, call.body.decision === "approve", by)
      wakeEmail()
      return { messages: [await kind.messageOf(decided)] }
    },

    async withdraw(call: ById) {
      const row = await find(call)
      const withdrawn = await kind.withdraw(row, await accounts.actorOf(call, row))
      return { messages: [await kind.messageOf(withdrawn)] }
    },
  }
}
