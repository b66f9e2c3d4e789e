import { earlier } from "#platform/time.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Correction } from "./corrections.store.ts"
import type { RefundRow } from "./refunds.store.ts"
import { isAsked } from "./staff-request.ts"

/** Number of days during which corrections of a product count together for dual approval. */
const countedDays = 30

/** Cents that staff have requested or credited for a product in the last 30 days. */
export function requestedCorrectionAmount(corrections: readonly Correction[], now: Date): number {
  const since = earlier(now, { days: countedDays })
  const counted = corrections.filter(
    (one) =>
      one.requestedAt >= since &&
      // A release changes no amount, and always needs approval.
      one.reversedKind !== "payment" &&
      (one.status === "posted" || isAsked(one, now)),
  )
  return sumOf(counted)
}

/** Cents of a bill that can still be written off: its debt, less pending requests. */
export function amountToWriteOff(
  { number, owed }: { number: number; owed: number },
  corrections: readonly Correction[],
  now: Date,
): number {
  const asked = corrections.filter((one) => one.billNumber === number && isAsked(one, now))
  return Math.max(0, owed - sumOf(asked))
}

/**
 * Cents that staff can still credit to a product: what it owes, or if that is more, the cost of
 * `mostYears` less the credits of the last 30 days that were not reversed. A product that has ended
 * does not have a later bill for a credit to lower.
 */
export function amountToCredit(
  { policy, owed, mostYears }: { policy: Policy; owed: number; mostYears: number },
  corrections: readonly Correction[],
  now: Date,
): number {
  const reversed = new Set(
    corrections.filter(({ status }) => status === "posted").map(({ reverses }) => reverses),
  )
  const credits = corrections.filter(({ kind, id }) => kind === "credit" && !reversed.has(id))
  const asked = corrections.filter((one) => one.kind !== "reversal" && isAsked(one, now))
  const leftOfOwed = owed - sumOf(asked)
  const years = policy.active ? yearlyCost(policy) * mostYears : 0
  return Math.max(0, leftOfOwed, years - requestedCorrectionAmount(credits, now))
}

/**
 * The highest cost of a year of the product, in cents, among the frequencies whose length is known.
 */
function yearlyCost({ annualPremium, billing }: Policy): number {
  const perYear: Record<string, number> = { M: 12, Q: 4, S: 2, A: 1 }
  const costs = billing.frequencies.map(
    ({ code, amount, fee }) => (perYear[code] ?? 0) * (amount + fee),
  )
  return Math.max(annualPremium, ...costs)
}

function sumOf(corrections: readonly Correction[]): number {
  return corrections.reduce((sum, { amount, postedAmount }) => sum + (postedAmount ?? amount), 0)
}

/** Whether a credit or write-off can be reversed: it is posted and not yet reversed. */
export function canReverse(
  correction: Correction | undefined,
  all: readonly Correction[],
  now: Date,
): boolean {
  if (correction?.status !== "posted" || correction.kind === "reversal") return false
  return !isReversed(correction.id, all, now)
}

/** Whether the bill that a refund left paid can be opened. */
export function canReverseRefund(
  { id, reopens, postedAt, failedAt }: RefundRow,
  all: readonly Correction[],
  now: Date,
): boolean {
  return !reopens && postedAt !== null && failedAt === null && !isReversed(id, all, now)
}

/** Whether its reversal or release is posted or requested. A waiting request expires. */
export function isReversed(id: string, all: readonly Correction[], now: Date): boolean {
  return all.some((one) => one.reverses === id && (one.status === "posted" || isAsked(one, now)))
}
