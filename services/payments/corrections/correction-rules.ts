import { earlier } from "#platform/time.ts"
import type { Correction } from "./corrections.store.ts"

/** Corrections of a product within this many days count together for dual approval. */
const countedDays = 30

/** Whether a correction is requested and not yet posted. A waiting request expires. */
function isAsked({ status, expiresAt }: Correction, now: Date): boolean {
  return status === "approved" || (status === "waiting" && expiresAt !== null && expiresAt > now)
}

/** Cents that staff have requested or given for a product in the last 30 days. */
export function requestedAmount(corrections: readonly Correction[], now: Date): number {
  const since = earlier(now, { days: countedDays })
  const counted = corrections.filter(
    (one) => one.requestedAt >= since && (one.status === "posted" || isAsked(one, now)),
  )
  return sumOf(counted)
}

/** Cents of a bill that can still be written off: what is owed, less what is requested already. */
export function amountToWriteOff(
  { number, owed }: { number: number; owed: number },
  corrections: readonly Correction[],
  now: Date,
): number {
  const asked = corrections.filter((one) => one.billNumber === number && isAsked(one, now))
  return Math.max(0, owed - sumOf(asked))
}

function sumOf(corrections: readonly Correction[]): number {
  return corrections.reduce((sum, { amount, postedAmount }) => sum + (postedAmount ?? amount), 0)
}
