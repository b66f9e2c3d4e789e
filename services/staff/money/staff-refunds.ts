import { ApiError } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import type { staffRefunds } from "#contracts/staff/money.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import type { Correction, Corrections } from "#services/payments/adjustments/corrections.ts"
import {
  type RefundOfPayment,
  type RefundRow,
  type Refunds,
  reasonNotRefundable,
  refundableAmount,
} from "#services/payments/adjustments/refunds.ts"
import type { Payment, PaymentEvent } from "#services/payments/paying/payment-processing.ts"
import { createServedAccounts } from "../customers/served-account.ts"
import type { StaffLimits } from "../limits/staff-limits.ts"
import {
  refundedPaymentOf,
  refundValues,
  shownLimit,
  staffPaymentOf,
  staffRefundOf,
} from "./staff-money-presenter.ts"
import { createWaitingRequests } from "./staff-requests.ts"

interface PaymentWithEvents {
  payment: Payment
  /** The payment's events, oldest first. */
  events: PaymentEvent[]
}

/** The functions of the payments subject for staff. */
export interface StaffPayments {
  history(client: string, accountNumber: string): Promise<PaymentWithEvents[]>
  byConfirmationNumber(clients: string[], text: string): Promise<Payment[]>
  /** Accounts with payments, found by a plan number or an account number from the search form. */
  payingAccounts(
    clients: string[],
    key: { policyNumber: string } | { accountNumber: string },
  ): Promise<Pick<Payment, "client" | "accountNumber">[]>
  statusLabelOf(payment: Payment): string
  explanationOf(
    payment: Payment,
    events: readonly PaymentEvent[],
    timeZone: string,
  ): Promise<string>
  refunds: Refunds
  corrections: Pick<Corrections, "of">
}

/** Staff see a customer's payments, refund them, and approve refunds of other staff. */
export function createStaffRefunds(
  deps: Deps,
  {
    registeredUsers,
    staffLimits,
    payments,
  }: { registeredUsers: RegisteredUsers; staffLimits: StaffLimits; payments: StaffPayments },
) {
  const { database, clock, policyAdmin, brands, audit, localize } = deps
  const { refunds, corrections } = payments
  const accounts = createServedAccounts(deps, { registeredUsers, staffLimits })

  const waiting = createWaitingRequests(deps, accounts, staffLimits, {
    ...refunds,
    name: "refund",
    messageOf,
    itemOf: async (refund, timeZone) => ({
      ...staffRefundOf(refund, [], { timeZone, now: clock.now() }),
      ...refundedPaymentOf(refund.payment),
    }),
  })

  const handlers: Handlers<typeof staffRefunds> = {
    async "GET /myaccount-core/agent/payments"(call) {
      const { client, accountNumber } = call.query
      await accounts.check(call.session, client)
      // Counted before the look-up, to limit how many account numbers staff can try.
      await staffLimits.consumeSearch(call)
      const person = await policyAdmin.person(client, accountNumber)
      const made = await payments.history(client, accountNumber)
      const isStored = made.length > 0 || (await registeredUsers.of(client, accountNumber))
      if (!person && !isStored) throw new ApiError("request.notFound")
      const entry = { action: "staff.open", after: { what: "your payments" } } as const
      const opened = { ...(await accounts.audited(call, call.query)), ...entry }
      await database.transaction((tx) => audit.record(tx, opened))
      const { approvalAbove } = await brands.refundRulesOf(client)
      const rows = await refunds.of(
        client,
        made.map(({ payment }) => payment.id),
      )
      const timeZone = await brands.timeZoneOf(client)
      const all = { rows, corrections: await corrections.of(client, accountNumber) }
      return {
        payments: await Promise.all(made.map((one) => shownPayment(one, all, timeZone))),
        isGone: person === undefined,
        ...shownLimit(approvalAbove),
        messages: [],
      }
    },

    async "POST /myaccount-core/agent/refunds"(call) {
      const { body, session, idempotencyKey } = call
      const { customerClient, confirmationNumber } = body
      await accounts.check(session, customerClient)
      const [payment] = await payments.byConfirmationNumber([customerClient], confirmationNumber)
      if (!payment) throw new ApiError("request.notFound")
      const amount = centsOf(body.refundAmount)
      await staffLimits.consumeTry(call)
      const { reason, reopens } = body
      const asked = { amount, reason, reopens, key: idempotencyKey }
      const refund = await refunds.request(payment, asked, await accounts.actorOf(call, payment))
      deps.wakeEmail()
      const timeZone = await brands.timeZoneOf(payment.client)
      return {
        refund: staffRefundOf(refund, [], { timeZone, now: clock.now() }),
        messages: [await messageOf(refund)],
      }
    },

    "GET /myaccount-core/agent/refunds": waiting.list,
    "POST /myaccount-core/agent/refunds/{id}": waiting.decide,
    "DELETE /myaccount-core/agent/refunds/{id}": waiting.withdraw,
  }

  async function shownPayment(
    { payment, events }: PaymentWithEvents,
    all: { rows: RefundRow[]; corrections: Correction[] },
    timeZone: string,
  ) {
    const now = clock.now()
    const rows = all.rows.filter(({ paymentId }) => paymentId === payment.id)
    const shown = rows.map((row) => staffRefundOf(row, all.corrections, { timeZone, now }))
    const label = payments.statusLabelOf(payment)
    const refundable = refundableAmount(payment, rows, now)
    const isTooOld = refundable === 0 && reasonNotRefundable(payment, rows, now) === "refund.tooOld"
    const lastEventAt = events.at(-1)?.at ?? payment.submittedAt
    const explanation = await payments.explanationOf(payment, events, timeZone)
    const more = { timeZone, label, refundable, isTooOld, lastEventAt, explanation }
    return staffPaymentOf(payment, shown, more)
  }

  async function messageOf({ client, status, amount, payment }: RefundOfPayment) {
    return await localize(client, `refund.${status}`, refundValues(payment, amount))
  }

  return { handlers }
}
