import { ApiError } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import type { staffCorrections } from "#contracts/staff/corrections.ts"
import type { Handlers, StaffSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import {
  amountToWriteOff,
  type Correction,
  type Corrections,
} from "#services/payments/corrections/corrections.ts"
import { findServedClients } from "../accounts/staff.store.ts"
import { createServedAccounts } from "../customers/served-account.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import { shownLimit } from "../refunds/staff-refunds-presenter.ts"
import {
  billedProductOf,
  correctionValues,
  staffCorrectionOf,
} from "./staff-corrections-presenter.ts"

/** The functions of the payments subject for staff. */
export interface CorrectedBills {
  corrections: Corrections
}

/** Staff see a customer's open bills, give credits, write bills off, and approve both. */
export function createStaffCorrections(
  deps: Deps,
  {
    registeredUsers,
    staffLimits,
    payments: { corrections },
  }: { registeredUsers: RegisteredUsers; staffLimits: StaffLimits; payments: CorrectedBills },
) {
  const { database, clock, policyAdmin, brands, audit, localize } = deps
  const accounts = createServedAccounts(deps, registeredUsers)

  const handlers: Handlers<typeof staffCorrections> = {
    async "GET /myaccount-core/agent/bills"(call) {
      const { client, accountNumber } = call.query
      await accounts.check(call.session, client)
      const account = await policyAdmin.account(client, accountNumber)
      if (!account) throw new ApiError("request.notFound")
      await staffLimits.consumeSearch(call)
      const entry = { action: "staff.open", after: { what: "your bills" } } as const
      const opened = { ...(await accounts.audited(call, call.query)), ...entry }
      await database.transaction((tx) => audit.record(tx, opened))
      const all = await corrections.of(client, accountNumber)
      const timeZone = await brands.timeZoneOf(client)
      const { approvalAbove } = await brands.refundRulesOf(client)
      return {
        products: await Promise.all(
          account.products.map((product) => shownProduct(call.query, product, all, timeZone)),
        ),
        ...shownLimit(approvalAbove),
        messages: [],
      }
    },

    async "POST /myaccount-core/agent/corrections"(call) {
      const { body, session, idempotencyKey } = call
      const { customerClient, amount: _, ...rest } = body
      const customer = { client: customerClient, accountNumber: body.accountNumber }
      await accounts.check(session, customerClient)
      const amount = centsOf(body.amount)
      const isForBill = body.kind === "writeOff"
      if (amount <= 0) throw new ApiError("request.invalid", { fields: "amount" })
      if (isForBill !== (body.billNumber !== null)) {
        throw new ApiError("request.invalid", { fields: "billNumber" })
      }
      await staffLimits.consumeAction(call, accounts.countedAs(customer))
      const asked = { ...rest, ...customer, amount, key: idempotencyKey }
      const correction = await corrections.request(asked, await accounts.actorOf(call, customer))
      const timeZone = await brands.timeZoneOf(customerClient)
      return {
        correction: staffCorrectionOf(correction, timeZone, clock.now()),
        messages: [await told(correction)],
      }
    },

    async "GET /myaccount-core/agent/corrections"({ session }) {
      const clients = await findServedClients(database, session.staffUserid)
      const mayDecide = session.roles.includes("approve")
      const rows = (await corrections.waiting(clients)).filter(
        (row) => mayDecide || row.requestedBy === session.staffUserid,
      )
      const items = await Promise.all(rows.map((row) => shownWaiting(row, session)))
      return { items: items.flat(), messages: [] }
    },

    async "POST /myaccount-core/agent/corrections/{id}"(call) {
      const { session, params, body } = call
      const correction = await corrections.find(params.id)
      if (!correction) throw new ApiError("request.notFound")
      await accounts.check(session, correction.client)
      await staffLimits.consumeAction(call, accounts.countedAs(correction))
      if (!(await accounts.mayRequest(correction.client, correction.requestedBy))) {
        throw new ApiError("correction.approvalOver")
      }
      const isApproved = body.decision === "approve"
      const by = await accounts.actorOf(call, correction)
      return { messages: [await told(await corrections.decide(correction, isApproved, by))] }
    },
  }

  async function shownProduct(
    { client, accountNumber }: { client: string; accountNumber: string },
    product: { policyNumber: string; productDesc: string },
    all: readonly Correction[],
    timeZone: string,
  ) {
    const { policyNumber } = product
    const now = clock.now()
    const own = all.filter((one) => one.policyNumber === policyNumber)
    const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const open = bills.map((bill) => ({
      ...bill,
      mostToWriteOff: amountToWriteOff(bill, own, now),
    }))
    const shown = own.map((one) => staffCorrectionOf(one, timeZone, now))
    return billedProductOf(product, open, shown)
  }

  async function shownWaiting(correction: Correction, { staffUserid }: StaffSession) {
    const { client, accountNumber, policyNumber, productDesc, requestedBy } = correction
    if (!(await accounts.mayRequest(client, requestedBy))) return []
    const person = await policyAdmin.person(client, accountNumber)
    const timeZone = await brands.timeZoneOf(client)
    const shown = {
      ...staffCorrectionOf(correction, timeZone, clock.now()),
      ...{ accountNumber, policyNumber, productDesc },
      clientName: await brands.nameOf(client),
      firstName: person?.firstName ?? "",
      lastName: person?.lastName ?? "",
      requestedAt: correction.requestedAt.toISOString(),
      isOwn: requestedBy === staffUserid,
    }
    return [shown]
  }

  async function told(correction: Correction) {
    const { client, status, kind } = correction
    const messageId =
      status === "posted"
        ? (`correction.${kind}Posted` as const)
        : (`correction.${status}` as const)
    return await localize(client, messageId, correctionValues(correction))
  }

  return { handlers }
}
