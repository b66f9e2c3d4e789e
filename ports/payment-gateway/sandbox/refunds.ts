import type { Refund } from "../port.ts"
import { documentedName } from "./numbers.ts"
import type { ChargeRow, RefundRow, ReportRow } from "./rows.ts"

const dayMs = 24 * 60 * 60 * 1000
/** Cents of each partial refund that a documented number triggers. */
export const partialRefund = 100

interface Change {
  status: Refund["status"]
  /** Milliseconds since 1970. */
  at: number
}

/**
 * The states of a refund, in order. A card is refunded immediately, a bank account in three days.
 */
export function changesOf({ name, refundedAt }: RefundRow): Change[] {
  const after = (days: number, status: Refund["status"]) => {
    return { status, at: refundedAt + days * dayMs }
  }
  if (name === "refund-fails") return [after(0, "succeeded"), after(1, "failed")]
  const days = name === "refund-slow" ? 1 : documentedName(name)?.kind === "bank" ? 3 : 0
  return days === 0 ? [after(0, "succeeded")] : [after(0, "pending"), after(days, "succeeded")]
}

/** A refund as it is at this moment. */
export function refundAt(row: RefundRow, now: number): Refund {
  const { key, reference, amount } = row
  const status = changesOf(row).findLast(({ at }) => at <= now)?.status ?? "pending"
  return { key, reference, amount, status }
}

/**
 * The refunds that a documented number triggers besides our own, limited to the remaining amount.
 */
export function ownRefundsOf(
  row: ChargeRow,
  reports: readonly ReportRow[],
  ours: readonly RefundRow[],
): Refund[] {
  const own: Refund[] = []
  for (const { status, dueAt } of reports) {
    if (status !== "refunded" && status !== "partlyRefunded") continue
    const left = row.amount - refundedOf(own) - refundedBefore(ours, dueAt)
    own.push({
      key: "",
      reference: `${row.reference}_refund_${own.length + 1}`,
      amount: status === "refunded" ? left : Math.min(left, partialRefund),
      status: "succeeded",
    })
  }
  return own.filter(({ amount }) => amount > 0)
}

/** Cents of these refunds at this moment. */
export function refundedBefore(refunds: readonly RefundRow[], at: number): number {
  const made = refunds.filter(({ refundedAt }) => refundedAt <= at)
  return refundedOf(made.map((row) => refundAt(row, at)))
}

/** Cents that are refunded or on their way back. */
export function refundedOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { status, amount }) => sum + (status === "failed" ? 0 : amount), 0)
}
