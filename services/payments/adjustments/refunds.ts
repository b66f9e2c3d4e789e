import { ApiError } from "#contracts/messages.ts"
import type { Deps } from "#services/deps.ts"
import { lockPayment } from "../paying/charging.store.ts"
import { findPayment, type Payment } from "../paying/payments.store.ts"
import type { PostingFailures } from "../paying/posting-failures.ts"
import { createRefundEmails } from "./refund-emails.ts"
import { amountLeft, auditedRefund } from "./refund-presenter.ts"
import { reasonNotRefundable, refundableAmount, requestedRefundAmount } from "./refund-state.ts"
import { createRefunding } from "./refunding.ts"
import {
  claimRefunds,
  decideRefund,
  findRefund,
  findRefundByKey,
  findRefunds,
  findRefundsOfAccount,
  findWaitingRefunds,
  insertRefund,
  lockRefundsOfAccount,
  type NewRefund,
  type RefundRow,
  withdrawRefund,
} from "./refunds.store.ts"
import { type By, createStaffRequests, type RequestKind, requestJob } from "./staff-request.ts"

export { reasonNotRefundable, refundableAmount } from "./refund-state.ts"
export type { RefundRow } from "./refunds.store.ts"

export interface StaffRefundRequest {
  /** Cents. */
  amount: number
  reason: string
  reopens: boolean
  /** Idempotency key, one for each intention of staff. */
  key: string
}

/** A refund with the payment that it pays back. */
export type RefundOfPayment = RefundRow & { payment: Payment }

/** Refunds of payments, requested by staff or made by other software at the gateway. */
export function createRefunds(deps: Deps, postingFailures: PostingFailures) {
  const { database, clock, brands } = deps
  const { run, readRefunds } = createRefunding(deps, createRefundEmails(deps), postingFailures)
  /** The refund of this payment as a request of staff: the gateway sends the money back. */
  const gatewayRefund = (payment: Payment): RequestKind<RefundRow, NewRefund> => ({
    name: "refund",
    find: findRefund,
    findByKey: findRefundByKey,
    async insert(tx, refund) {
      if (!(await insertRefund(tx, refund))) throw new Error("The refund's key is stored already.")
    },
    decide: decideRefund,
    withdraw: withdrawRefund,
    audited: (refund) => ({
      action: "staff.refund",
      name: "a refund",
      details: auditedRefund(payment, refund),
    }),
    causedBy: async () => payment.staffUserid,
    prepareApproval: async ({ id, client, amount }) => {
      return async (tx) => {
        const locked = await lockPayment(tx, client, payment.id)
        const all = await findRefunds(tx, client, [payment.id])
        const others = all.filter((one) => one.id !== id)
        checkAmount(locked, others, amount, clock.now())
      }
    },
    carryOut: run,
  })

  const requestsOf = (payment: Payment) => createStaffRequests(deps, gatewayRefund(payment))

  /**
   * Requests a refund of a payment, and makes it unless it needs dual approval. The same key
   * returns the same refund.
   *
   * Errors: `refund.keyReused` if the details differ, `refund.tooMuch`, errors of `by.count`, and
   * the reasons of `reasonNotRefundable`.
   */
  async function request(payment: Payment, asked: StaffRefundRequest, by: By) {
    const { client, accountNumber, id: paymentId } = payment
    const { key, ...entered } = asked
    const details = { ...entered, paymentId }
    const account = { client, accountNumber }
    const refund = await requestsOf(payment).request({ ...account, key, details }, by, async () => {
      const counted = { paymentId, timeZone: await brands.timeZoneOf(client) }
      return {
        async lock(tx) {
          await lockRefundsOfAccount(tx, client, accountNumber)
          const locked = await lockPayment(tx, client, paymentId)
          const now = clock.now()
          const all = await findRefundsOfAccount(tx, client, accountNumber)
          const own = all.filter((one) => one.paymentId === paymentId)
          checkAmount(locked, own, asked.amount, now)
          return requestedRefundAmount(all, counted, now)
        },
        rowOf: (state) => ({
          ...{ ...account, ...details, gatewayReference: "", succeededAt: null },
          ...state,
        }),
      }
    })
    return { ...refund, payment }
  }

  async function withPayment(refund: RefundRow | undefined): Promise<RefundOfPayment[]> {
    const payment = refund && (await findPayment(database, refund.client, refund.paymentId))
    return payment ? [{ ...refund, payment }] : []
  }

  return {
    request,
    /**
     * Approves or refuses the request of another staff member; an approved refund is made.
     *
     * Errors: `agent.ownApproval`, `agent.ownCause`, `refund.approvalOver`, and the errors of
     * `request` about the amount.
     */
    async decide({ payment, ...refund }: RefundOfPayment, isApproved: boolean, by: By) {
      return { ...(await requestsOf(payment).decide(refund, isApproved, by)), payment }
    },
    /** Withdraws a request that waits for approval. Errors: `refund.approvalOver`. */
    async withdraw({ payment, ...refund }: RefundOfPayment, by: By) {
      return { ...(await requestsOf(payment).withdraw(refund, by)), payment }
    },
    causedBy: async ({ payment }: RefundOfPayment) => payment.staffUserid,
    readRefunds,
    /** The refund with this id, if it belongs to one of these clients. */
    async find(clients: string[], id: string): Promise<RefundOfPayment | undefined> {
      return (await withPayment(await findRefund(database, clients, id)))[0]
    },
    /** The refunds of these payments, oldest first. */
    of: async (client: string, paymentIds: string[]) =>
      await findRefunds(database, client, paymentIds),
    hasSome: async ({ client, id }: Pick<Payment, "client" | "id">) =>
      (await findRefunds(database, client, [id])).length > 0,
    /** The requests of these clients that wait for dual approval, oldest first. */
    async waiting(clients: string[]): Promise<RefundOfPayment[]> {
      const rows = await findWaitingRefunds(database, clients, clock.now())
      return (await Promise.all(rows.map(withPayment))).flat()
    },
    job: requestJob("refunds", 2, (...claim) => claimRefunds(database, ...claim), run),
  }
}

export type Refunds = ReturnType<typeof createRefunds>

/** Errors: why this amount of the payment cannot be refunded besides these refunds. */
function checkAmount(
  payment: Payment | undefined,
  refunds: readonly RefundRow[],
  amount: number,
  now: Date,
): void {
  if (!payment) throw new ApiError("request.notFound")
  const left = refundableAmount(payment, refunds, now)
  if (left === 0) throw new ApiError(reasonNotRefundable(payment, refunds, now))
  if (amount > left) throw new ApiError("refund.tooMuch", amountLeft(left))
}
