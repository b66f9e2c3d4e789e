import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { lockPayment } from "../paying/charging.store.ts"
import type { Payment } from "../paying/payments.store.ts"
import { findPayment } from "../paying/payments.store.ts"
import { claimSeconds } from "../paying/state-changes.ts"
import type { By } from "./correction-audit.ts"
import { auditedRefund, leftToRefund } from "./refund-presenter.ts"
import { reasonNotRefundable, refundableAmount, requestedRefundAmount } from "./refund-state.ts"
import type { createRefunding } from "./refunding.ts"
import {
  decideRefund,
  findRefund,
  findRefundByKey,
  findRefunds,
  findRefundsOfAccount,
  insertRefund,
  lockRefundsOfAccount,
  type RefundRow,
  withdrawRefund,
} from "./refunds.store.ts"

/** Hours during which a second staff member can approve a refund. */
const approvalHours = 24

export interface StaffRefundRequest {
  /** Cents. */
  amount: number
  reason: string
  reopens: boolean
  /** Idempotency key, one for each intention of staff. */
  key: string
}

/** Refunds that staff request, and dual approval of refunds above the client's limit. */
export function createRefundRequests(
  { database, clock, audit, brands }: Deps,
  { run }: Pick<ReturnType<typeof createRefunding>, "run">,
) {
  /**
   * Requests a refund of a payment, and makes it unless it needs dual approval. The same key
   * returns the same refund.
   *
   * Errors: `refund.keyReused` if the details differ, `refund.tooMuch`, errors of `by.count`, and
   * the reasons of `reasonNotRefundable`.
   */
  async function request(payment: Payment, asked: StaffRefundRequest, by: By): Promise<RefundRow> {
    const known = await repeated(payment, asked)
    if (known) return known
    const { client, accountNumber } = payment
    const { approvalAbove } = await brands.refundRulesOf(client)
    const counted = { paymentId: payment.id, timeZone: await brands.timeZoneOf(client) }
    const id = randomUUID()
    const isNew = await database.transaction(async (tx) => {
      await lockRefundsOfAccount(tx, client, accountNumber)
      const locked = await lockPayment(tx, client, payment.id)
      if (!locked) throw new ApiError("request.notFound")
      const now = clock.now()
      const all = await findRefundsOfAccount(tx, client, accountNumber)
      const refunds = all.filter(({ paymentId }) => paymentId === payment.id)
      checkAmount(locked, refunds, asked.amount, now)
      const needsApproval = requestedRefundAmount(all, counted, now) + asked.amount > approvalAbove
      const refund = {
        id,
        paymentId: payment.id,
        client,
        accountNumber,
        amount: asked.amount,
        reopens: asked.reopens,
        reason: asked.reason,
        status: needsApproval ? ("waiting" as const) : ("approved" as const),
        idempotencyKey: asked.key,
        gatewayReference: "",
        requestedBy: by.staffUserid,
        requestedAt: now,
        expiresAt: needsApproval ? later(now, { hours: approvalHours }) : null,
        succeededAt: null,
        nextTryAt: needsApproval ? null : later(now, { seconds: claimSeconds }),
      }
      if (!(await insertRefund(tx, refund))) return false
      await by.count?.(tx)
      await audit.record(tx, {
        ...audited(payment, by),
        action: needsApproval ? "staff.approval.ask" : "staff.refund",
        after: { ...auditedRefund(payment, refund), ...(needsApproval && { for: "a refund" }) },
      })
      return true
    })
    if (isNew) return await made(client, id)
    // The same request may have been stored just now.
    const stored = await repeated(payment, asked)
    if (!stored) throw new Error("A refund was not stored, and none has its key.")
    return stored
  }

  /** The refund with this key. Errors: `refund.keyReused` if its details differ. */
  async function repeated(
    payment: Payment,
    asked: StaffRefundRequest,
  ): Promise<RefundRow | undefined> {
    const refund = await findRefundByKey(database, payment.client, asked.key)
    if (!refund) return undefined
    const isSame =
      refund.paymentId === payment.id &&
      refund.amount === asked.amount &&
      refund.reopens === asked.reopens &&
      refund.reason === asked.reason
    if (!isSame) throw new ApiError("refund.keyReused")
    return refund
  }

  /**
   * Approves or rejects the request of another staff member; an approved refund is made.
   *
   * Errors: `agent.ownApproval`, `agent.ownCause`, `refund.approvalOver`, and the errors of
   * `request` about the amount.
   */
  async function decide(refund: RefundRow, isApproved: boolean, by: By): Promise<RefundRow> {
    if (refund.requestedBy === by.staffUserid) throw new ApiError("agent.ownApproval")
    await database.transaction(async (tx) => {
      const payment = await lockPayment(tx, refund.client, refund.paymentId)
      if (!payment) throw new ApiError("request.notFound")
      if (payment.staffUserid === by.staffUserid) throw new ApiError("agent.ownCause")
      const now = clock.now()
      const others = (await findRefunds(tx, payment.client, [payment.id])).filter(
        ({ id }) => id !== refund.id,
      )
      if (isApproved) checkAmount(payment, others, refund.amount, now)
      const isFirst = await decideRefund(tx, refund.client, refund.id, {
        by: by.staffUserid,
        at: now,
        status: isApproved ? "approved" : "refused",
        claimedUntil: isApproved ? later(now, { seconds: claimSeconds }) : null,
      })
      if (!isFirst) throw new ApiError("refund.approvalOver")
      await by.count?.(tx)
      await audit.record(tx, {
        ...audited(payment, by),
        action: isApproved ? "staff.refund" : "staff.approval.refuse",
        after: {
          ...auditedRefund(payment, refund),
          "asked for by": refund.requestedBy ?? "",
          ...(!isApproved && { for: "a refund" }),
        },
      })
    })
    return isApproved ? await made(refund.client, refund.id) : { ...refund, status: "refused" }
  }

  /** Withdraws a request that waits for approval. Errors: `refund.approvalOver`. */
  async function withdraw(payment: Payment, refund: RefundRow, by: By): Promise<RefundRow> {
    await database.transaction(async (tx) => {
      const isFirst = await withdrawRefund(
        tx,
        refund.client,
        refund.id,
        by.staffUserid,
        clock.now(),
      )
      if (!isFirst) throw new ApiError("refund.approvalOver")
      await audit.record(tx, {
        ...audited(payment, by),
        action: "staff.approval.withdraw",
        after: { ...auditedRefund(payment, refund), for: "a refund" },
      })
    })
    return { ...refund, status: "withdrawn" }
  }

  /** Runs an approved refund, and returns its new state. */
  async function made(client: string, id: string): Promise<RefundRow> {
    const refund = await findRefund(database, [client], id)
    if (!refund) throw new ApiError("request.notFound")
    if (refund.status !== "approved") return refund
    await run(refund)
    return (await findRefund(database, [client], id)) ?? refund
  }

  function audited({ client, accountNumber }: Payment, by: By) {
    const actor = { kind: "staff", userid: by.staffUserid } as const
    return { client, accountNumber, subjectUserid: by.subjectUserid, actor, ip: by.ip }
  }

  return {
    request,
    decide,
    withdraw,
    paymentOf: async (refund: RefundRow) =>
      await findPayment(database, refund.client, refund.paymentId),
  }
}

function checkAmount(
  payment: Payment,
  refunds: readonly RefundRow[],
  amount: number,
  now: Date,
): void {
  const left = refundableAmount(payment, refunds, now)
  if (left === 0) throw new ApiError(reasonNotRefundable(payment, refunds, now))
  if (amount > left) throw new ApiError("refund.tooMuch", leftToRefund(left))
}
