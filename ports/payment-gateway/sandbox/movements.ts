import type { Movement } from "../port.ts"
import { documentedName } from "./numbers.ts"
import { changesOf, partialRefund, refundedBefore } from "./refunds.ts"
import type { ChargeRow, RefundRow, ReportRow } from "./rows.ts"

type Moved = Pick<Movement, "kind" | "amount" | "fee">

/** Cents for each dispute. */
const disputeFee = 1_500

/**
 * The movements of money of a charge: those of these reports about it, oldest first, without those
 * of these refunds.
 */
export function movementsOf(
  row: ChargeRow,
  reports: readonly ReportRow[],
  refunds: readonly RefundRow[],
): Movement[] {
  const movements: Movement[] = []
  /** Cents of the charge that we hold at present. */
  let ours = 0
  for (const report of withoutCopies(reports)) {
    const moved = movedBy(report, row, ours, ours - refundedBefore(refunds, report.dueAt))
    if (!moved) continue
    ours += moved.amount
    const reference = `${row.reference}_${movements.length + 1}`
    const { reference: charge, key } = row
    const at = new Date(report.dueAt)
    movements.push({ reference, charge, key, at, payout: "", ...moved })
  }
  return movements
}

/** The movements of a refund of this charge until `now`. A failed refund returns the money. */
export function movementsOfRefund(refund: RefundRow, charge: ChargeRow, now: number): Movement[] {
  return changesOf(refund).flatMap(({ status, at }) => {
    if (status === "pending" || at > now) return []
    const isFailed = status === "failed"
    return {
      reference: `${refund.reference}${isFailed ? "_failed" : ""}`,
      kind: "refund" as const,
      charge: charge.reference,
      key: charge.key,
      amount: isFailed ? refund.amount : -refund.amount,
      fee: 0,
      at: new Date(at),
      payout: "",
    }
  })
}

/**
 * Drops duplicate reports: the number `twice` reports everything twice but moves the money once.
 */
function withoutCopies(reports: readonly ReportRow[]): ReportRow[] {
  return reports.filter(
    ({ status, dueAt }, index) =>
      reports.findIndex((other) => other.status === status && other.dueAt === dueAt) === index,
  )
}

/** `left`: cents of the charge that were not refunded. */
function movedBy(
  { status }: ReportRow,
  row: ChargeRow,
  ours: number,
  left: number,
): Moved | undefined {
  switch (status) {
    case "settled":
      return { kind: "charge", amount: row.amount, fee: feeOf(row) }
    case "partlyRefunded":
      return { kind: "refund", amount: -Math.min(left, partialRefund), fee: 0 }
    case "refunded":
      return { kind: "refund", amount: -left, fee: 0 }
    case "returned":
      // A debit returned before it settles never arrived.
      return ours > 0 ? { kind: "return", amount: -ours, fee: 0 } : undefined
    case "disputed":
      return { kind: "dispute", amount: 0 - left, fee: disputeFee }
    case "disputeWon":
      // The movement restores everything that the dispute took.
      return { kind: "dispute", amount: row.amount - ours, fee: 0 }
    default:
      return undefined
  }
}

/** 2.9% and 30 cents of a card; 0.8% of a bank debit, $5.00 at most. */
function feeOf({ name, amount }: ChargeRow): number {
  const isCard = documentedName(name)?.kind === "card"
  return isCard ? Math.round(amount * 0.029) + 30 : Math.min(Math.round(amount * 0.008), 500)
}
