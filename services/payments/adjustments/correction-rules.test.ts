import assert from "node:assert/strict"
import { test } from "node:test"
import { earlier } from "#platform/time.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import {
  amountToCredit,
  amountToWriteOff,
  canReverse,
  canReverseRefund,
  requestedCorrectionAmount,
} from "./correction-rules.ts"
import type { Correction } from "./corrections.store.ts"
import type { RefundRow } from "./refunds.ts"

const now = new Date("2026-03-31T12:00:00Z")
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const day = 86_400_000

const correction = (change: Partial<Correction> = {}) =>
  ({
    ...{ id: "c", kind: "credit", amount: 1_000, postedAmount: null, status: "waiting" },
    ...{ billNumber: null, reverses: null, reversedKind: null },
    ...{ requestedAt: ago(day), expiresAt: ago(-1), ...change },
  }) as Correction
const posted = (change: Partial<Correction> = {}) =>
  correction({ status: "posted", postedAmount: 1_000, expiresAt: null, ...change })
const reversal = (change: Partial<Correction> = {}) =>
  correction({ ...{ id: "r", kind: "reversal", reverses: "c", reversedKind: "credit" }, ...change })
/** Corrections that no longer count: decided, expired, or posted with 0 cents. */
const over = [
  correction({ status: "refused" }),
  correction({ status: "withdrawn" }),
  correction({ status: "void" }),
  correction({ expiresAt: now }),
]

test("CORRECTION-07 corrections that staff requested or made count for 30 days, by the posted amount", () => {
  const counted = (...all: Correction[]) => requestedCorrectionAmount(all, now)
  assert.equal(counted(correction(), correction({ status: "approved", expiresAt: null })), 2_000)
  assert.equal(counted(posted({ postedAmount: 700 })), 700)
  assert.equal(counted(...over), 0)
  assert.equal(counted(posted({ requestedAt: earlier(now, { days: 30 }) })), 1_000)
  assert.equal(counted(posted({ requestedAt: ago(30 * day + 1) })), 0)
  assert.equal(counted(reversal()), 1_000)
  assert.equal(counted(reversal({ reversedKind: "payment" })), 0)
})

test("CORRECTION-02 a bill can be written off up to its debt, less pending requests for it", () => {
  const left = (...all: Correction[]) => amountToWriteOff({ number: 1, owed: 1_500 }, all, now)
  const writeOff = (change: Partial<Correction> = {}) =>
    correction({ kind: "writeOff", billNumber: 1, ...change })
  assert.equal(left(writeOff()), 500)
  assert.equal(left(writeOff({ billNumber: 2 }), correction()), 1_500)
  assert.equal(left(posted({ kind: "writeOff", billNumber: 1 })), 1_500, "the bill counts it")
  assert.equal(left(writeOff({ expiresAt: now })), 1_500)
  assert.equal(left(writeOff(), writeOff({ status: "approved" })), 0)
})

function creditOf({
  owed,
  active = true,
  annualPremium = 0,
  frequencies = [],
}: {
  owed: number
  active?: boolean
  annualPremium?: number
  frequencies?: Policy["billing"]["frequencies"]
}) {
  const policy = { active, annualPremium, billing: { frequencies } } as unknown as Policy
  return (...all: Correction[]) => amountToCredit({ policy, owed, mostYears: 2 }, all, now)
}

test("CORRECTION-07 a credit is at most the dearest year of each frequency, with its fee, or the annual premium", () => {
  const frequency = (code: string, amount: number, fee = 0) => ({ code, label: "", amount, fee })
  const frequencies = [frequency("M", 100, 5), frequency("Q", 310), frequency("A", 1_259)]
  assert.equal(creditOf({ owed: 0, annualPremium: 1_000, frequencies })(), 2 * 1_260)
  assert.equal(creditOf({ owed: 0, annualPremium: 1_261, frequencies })(), 2 * 1_261)
  assert.equal(
    creditOf({ owed: 0, frequencies: [frequency("S", 700), frequency("W", 900)] })(),
    2_800,
  )
  assert.equal(creditOf({ owed: 0, active: false, annualPremium: 1_000 })(), 0)
  assert.equal(creditOf({ owed: 2_001, annualPremium: 1_000 })(), 2_001)
})

test("CORRECTION-07 credits of the last 30 days that were not reversed lower what a year leaves", () => {
  const left = creditOf({ owed: 0, annualPremium: 1_000 })
  assert.equal(left(posted()), 1_000)
  assert.equal(left(posted({ kind: "writeOff" })), 2_000)
  assert.equal(left(posted(), reversal()), 1_000, "its reversal only waits")
  assert.equal(left(posted(), reversal({ status: "posted", postedAmount: 1_000 })), 2_000)
  assert.equal(left(posted({ postedAmount: 2_001 })), 0)
})

test("CORRECTION-07 a pending request, unless it is a reversal, lowers the debt that can be credited", () => {
  const left = creditOf({ owed: 3_000, active: false })
  assert.equal(left(correction(), correction({ kind: "writeOff", status: "approved" })), 1_000)
  assert.equal(left(reversal(), posted(), ...over), 3_000)
})

test("CORRECTION-09 a posted credit or write-off can be reversed once, and a reversal never", () => {
  assert.ok(canReverse(posted(), [], now))
  assert.ok(canReverse(posted({ kind: "writeOff" }), over, now))
  for (const status of ["waiting", "approved", "refused", "withdrawn", "void"] as const) {
    assert.ok(!canReverse(correction({ status }), [], now), status)
  }
  assert.ok(!canReverse(undefined, [], now))
  assert.ok(!canReverse(reversal({ status: "posted" }), [], now))
  for (const one of [
    reversal(),
    reversal({ status: "approved" }),
    reversal({ status: "posted" }),
  ]) {
    assert.ok(!canReverse(posted(), [one], now), one.status)
  }
  assert.ok(canReverse(posted(), [reversal({ reverses: "another", status: "posted" })], now))
  const without = [reversal({ expiresAt: now }), reversal({ status: "refused" })]
  assert.ok(canReverse(posted(), without, now))
})

test("CORRECTION-09 the bill of a refund can be opened if the refund is posted, left it paid and was not undone", () => {
  const refund = (change: Partial<RefundRow> = {}) =>
    ({ id: "c", reopens: false, postedAt: now, failedAt: null, ...change }) as RefundRow
  assert.ok(canReverseRefund(refund(), [], now))
  assert.ok(!canReverseRefund(refund({ reopens: true }), [], now))
  assert.ok(!canReverseRefund(refund({ postedAt: null }), [], now))
  assert.ok(!canReverseRefund(refund({ failedAt: now }), [], now))
  assert.ok(!canReverseRefund(refund(), [reversal()], now))
})
