import { isAsked } from "./correction-rules.ts"
import type { Correction } from "./corrections.store.ts"
import type { RefundRow } from "./refunds.ts"

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
