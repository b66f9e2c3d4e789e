import { ApiError } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import type { staffCorrections } from "#contracts/staff/money.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import {
  amountToCredit,
  amountToWriteOff,
  type Contradicted,
  type Correction,
  type Corrections,
} from "#services/payments/adjustments/corrections.ts"
import type { AutoPayOverview, FindAutoPay } from "#services/payments/auto-pay/auto-pay-overview.ts"
import { mostUrgentFirst } from "#services/products/urgency.ts"
import { createServedAccounts } from "../customers/served-account.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import {
  billedProductOf,
  correctionValues,
  shownLimit,
  shownOwed,
  staffCorrectionOf,
} from "./staff-money-presenter.ts"
import { createWaitingRequests } from "./staff-requests.ts"

/** The functions of the payments subject for staff. */
export interface CorrectedBills {
  corrections: Corrections
  autoPayOf: FindAutoPay
}

/**
 * Staff see a customer's open bills and auto pay, give credits, write off bills, reverse both, and
 * approve requests.
 */
export function createStaffCorrections(
  deps: Deps,
  {
    registeredUsers,
    staffLimits,
    payments: { corrections, autoPayOf },
  }: { registeredUsers: RegisteredUsers; staffLimits: StaffLimits; payments: CorrectedBills },
) {
  const { database, clock, policyAdmin, brands, audit, localize } = deps
  const accounts = createServedAccounts(deps, { registeredUsers, staffLimits })
  const waiting = createWaitingRequests(deps, accounts, staffLimits, {
    ...corrections,
    name: "correction",
    messageOf,
    async itemOf(correction, timeZone) {
      const { client, accountNumber, policyNumber, productDesc } = correction
      const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
      const shown = staffCorrectionOf(correction, [], { timeZone, now: clock.now() })
      return { ...shown, policyNumber, productDesc, owed: shownOwed(bills) }
    },
  })

  const handlers: Handlers<typeof staffCorrections> = {
    async "GET /myaccount-core/agent/bills"(call) {
      const { client, accountNumber } = call.query
      await accounts.check(call.session, client)
      await staffLimits.consumeSearch(call)
      const account = await policyAdmin.account(client, accountNumber)
      if (!account) throw new ApiError("request.notFound")
      const entry = { action: "staff.open", after: { what: "your bills" } } as const
      const opened = { ...(await accounts.audited(call, call.query)), ...entry }
      await database.transaction((tx) => audit.record(tx, opened))
      const all = await corrections.of(client, accountNumber)
      const contradicted = await corrections.contradicted(client, accountNumber, all)
      const timeZone = await brands.timeZoneOf(client)
      const { approvalAbove, mostCreditYears } = await brands.refundRulesOf(client)
      const today = await brands.todayOf(client)
      const urgent = mostUrgentFirst(account.products, today, new Map())
      const autoPay = await autoPayOf({ client, accountNumber }, urgent, today)
      const facts = { timeZone, mostYears: mostCreditYears, contradicted }
      return {
        products: await Promise.all(
          urgent.map((product) =>
            shownProduct(call.query, product, autoPay.get(product.policyNumber), all, facts),
          ),
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
      if (isForBill !== (body.billNumber !== null)) {
        throw new ApiError("request.invalid", { fields: "billNumber" })
      }
      await staffLimits.consumeTry(call)
      const asked = { ...rest, ...customer, amount, key: idempotencyKey }
      return await answered(
        await corrections.request(asked, await accounts.actorOf(call, customer)),
      )
    },

    async "POST /myaccount-core/agent/reversals"(call) {
      const { body, session, idempotencyKey } = call
      const reversed = await corrections.findReversed(await accounts.clientsOf(session), body)
      if (!reversed) throw new ApiError("request.notFound")
      await staffLimits.consumeTry(call)
      const asked = { reason: body.reason, key: idempotencyKey }
      const by = await accounts.actorOf(call, reversed)
      return await answered(await corrections.reverse(reversed.client, body, asked, by))
    },

    "GET /myaccount-core/agent/corrections": waiting.list,
    "POST /myaccount-core/agent/corrections/{id}": waiting.decide,
    "DELETE /myaccount-core/agent/corrections/{id}": waiting.withdraw,
  }

  async function shownProduct(
    { client, accountNumber }: { client: string; accountNumber: string },
    policy: Policy,
    autoPay: AutoPayOverview | undefined,
    all: readonly Correction[],
    {
      timeZone,
      mostYears,
      contradicted,
    }: { timeZone: string; mostYears: number; contradicted: readonly Contradicted[] },
  ) {
    const { policyNumber } = policy
    const now = clock.now()
    const own = all.filter((one) => one.policyNumber === policyNumber)
    const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const open = bills.map((bill) => ({
      ...bill,
      mostToWriteOff: amountToWriteOff(bill, own, now),
    }))
    const shown = own.map((one) => staffCorrectionOf(one, own, { timeZone, now }))
    const owed = bills.reduce((sum, bill) => sum + bill.owed, 0)
    const mostToCredit = amountToCredit({ policy, owed, mostYears }, own, now)
    const contradictions = contradicted.filter((one) => one.policyNumber === policyNumber)
    return billedProductOf(policy, autoPay, open, mostToCredit, shown, contradictions)
  }

  async function answered(correction: Correction) {
    const { client, accountNumber } = correction
    const all = await corrections.of(client, accountNumber)
    const timeZone = await brands.timeZoneOf(client)
    return {
      correction: staffCorrectionOf(correction, all, { timeZone, now: clock.now() }),
      messages: [await messageOf(correction)],
    }
  }

  async function messageOf(correction: Correction) {
    return await localize(correction.client, messageIdOf(correction), correctionValues(correction))
  }

  return { handlers }
}

function messageIdOf({ status, kind, reversedKind }: Correction) {
  if (status === "void" && kind === "reversal") return "correction.reversalVoid"
  if (status !== "posted") return `correction.${status}` as const
  if (reversedKind === "payment") return "correction.paymentReleased"
  return reversedKind === "refund" ? "correction.billOpened" : (`correction.${kind}Posted` as const)
}
