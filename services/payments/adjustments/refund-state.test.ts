import assert from "node:assert/strict"
import { test } from "node:test"
import type { Payment } from "../paying/payments.store.ts"
import type { PaymentState } from "../paying/state-machine.ts"
import {
  isLater,
  reasonNotRefundable,
  refundableAmount,
  requestedRefundAmount,
  stateAfterRefunds,
} from "./refund-state.ts"
import type { RefundRow } from "./refunds.store.ts"

const now = new Date("2026-03-02T12:00:00Z")
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const payment = (change: Partial<Payment>) =>
  ({
    ...{ amount: 4_275, refunded: 0, methodKind: "bank", status: "accepted", submittedAt: now },
    ...change,
  }) as Payment
const refund = (change: Partial<RefundRow>) =>
  ({
    ...{ paymentId: "p", amount: 1_000, status: "waiting", requestedBy: "agent" },
    ...{ requestedAt: now, expiresAt: after(1), ...change },
  }) as RefundRow

test("REFUND-03 a bank debit can be refunded once it has settled, and a card payment at once", () => {
  const onItsWay = payment({})
  assert.equal(refundableAmount(onItsWay, [], now), 0)
  assert.equal(reasonNotRefundable(onItsWay, [], now), "refund.notSettled")
  assert.equal(refundableAmount(payment({ status: "settled" }), [], now), 4_275)
  assert.equal(refundableAmount(payment({ methodKind: "card" }), [], now), 4_275)
  assert.equal(refundableAmount(payment({ methodKind: "card", refunded: 4_274 }), [], now), 1)
})

test("REFUND-03 a bank debit can be refunded for 180 days, and a card payment at any age", () => {
  const atEnd = (by: number, methodKind: "bank" | "card" = "bank") =>
    payment({ status: "settled", methodKind, submittedAt: after(-180 * 24 * 3_600_000 + by) })
  assert.equal(refundableAmount(atEnd(0), [], now), 4_275)
  assert.equal(refundableAmount(atEnd(-1), [], now), 0)
  assert.equal(reasonNotRefundable(atEnd(-1), [], now), "refund.tooOld")
  assert.equal(refundableAmount(atEnd(-1, "card"), [], now), 4_275)
  const refunded = { ...atEnd(-1), refunded: 4_275 }
  assert.equal(reasonNotRefundable(refunded, [], now), "refund.allRefunded")
})

test("REFUND-03 a payment that is open, disputed or returned cannot be refunded", () => {
  const amounts: Record<PaymentState, number> = {
    submitted: 0,
    unknown: 0,
    canceled: 0,
    declined: 0,
    accepted: 4_275,
    pending: 0,
    settled: 4_275,
    partlyRefunded: 4_275,
    inquiry: 4_275,
    disputed: 0,
    disputeWon: 4_275,
    refunded: 0,
    returned: 0,
    disputeLost: 0,
  }
  for (const [status, amount] of Object.entries(amounts)) {
    const one = payment({ methodKind: "card", status: status as PaymentState })
    assert.equal(refundableAmount(one, [], now), amount, status)
  }
})

test("REFUND-03 a pending request reduces the refundable amount until it expires, and never below zero", () => {
  const paid = payment({ status: "settled" })
  const left = (...refunds: RefundRow[]) => refundableAmount(paid, refunds, now)
  assert.equal(left(refund({})), 3_275)
  assert.equal(left(refund({ expiresAt: now })), 4_275)
  assert.equal(left(refund({ status: "approved", expiresAt: null })), 3_275)
  assert.equal(left(refund({ status: "refused" }), refund({ status: "withdrawn" })), 4_275)
  assert.equal(left(refund({ amount: 4_275 })), 0)
  assert.equal(left(refund({ amount: 4_276 })), 0)
  const card = payment({ methodKind: "card" })
  const reason = (...refunds: RefundRow[]) => reasonNotRefundable(card, refunds, now)
  assert.equal(reason(refund({ amount: 4_275 })), "refund.waits")
  const approved = refund({ amount: 4_275, status: "approved", expiresAt: null })
  assert.equal(reason(refund({ expiresAt: now }), approved), "refund.allRefunded")
})

test("REFUND-04 refunds that staff request or make count toward the limit, and refunds made at the gateway do not", () => {
  const of = { paymentId: "p", timeZone: "America/New_York" }
  const counted = (change: Partial<RefundRow>) => requestedRefundAmount([refund(change)], of, now)
  for (const status of ["approved", "accepted", "succeeded"] as const) {
    assert.equal(counted({ status, expiresAt: null }), 1_000, status)
    assert.equal(counted({ status, expiresAt: null, requestedBy: null }), 0, status)
  }
  for (const status of ["refused", "withdrawn", "failed"] as const) {
    assert.equal(counted({ status }), 0, status)
  }
  assert.deepEqual([counted({}), counted({ expiresAt: now })], [1_000, 0])
})

test("REFUND-06 a report changes a refund only if it moves it forward", () => {
  const news = (["approved", "accepted", "succeeded", "failed"] as const).map((current) =>
    (["pending", "succeeded", "failed"] as const).filter((told) => isLater(current, told)),
  )
  assert.deepEqual(news, [
    ["pending", "succeeded", "failed"],
    ["succeeded", "failed"],
    ["failed"],
    [],
  ])
})

test("REFUND-01 the state of a payment follows from the refunded amount, unless it is disputed or taken back", () => {
  const stateOf = (status: PaymentState, refunded: number) =>
    stateAfterRefunds({ status, amount: 1_000 }, refunded)
  const refunded = (status: PaymentState) =>
    [0, 1, 999, 1_000, 1_001].map((n) => stateOf(status, n))
  const part = ["partlyRefunded", "partlyRefunded", "refunded", "refunded"]
  assert.deepEqual(refunded("accepted"), ["accepted", ...part])
  assert.deepEqual(refunded("settled"), ["settled", ...part])
  assert.deepEqual(refunded("partlyRefunded"), ["settled", ...part])
  assert.deepEqual(refunded("refunded"), ["settled", ...part])
  const disputed = ["disputed", "disputed", "disputed", "refunded", "refunded"]
  assert.deepEqual(refunded("disputed"), disputed)
  assert.deepEqual(refunded("returned"), Array(5).fill("returned"))
  assert.deepEqual(refunded("disputeLost"), Array(5).fill("disputeLost"))
})
