import type { Charge, Refund } from "../port.ts"
import { refundedOf } from "./refunds.ts"
import type { ChargeRow, ReportRow } from "./rows.ts"

/** The state of a charge after these refunds and these reports, oldest first. */
export function chargeAfter(
  row: ChargeRow,
  reports: readonly ReportRow[],
  refunds: readonly Refund[],
): Charge {
  const { key, reference, amount } = row
  const { status, reason } = reports.findLast(isAboutCharge) ?? row
  const refundedAmount = Math.min(amount, refundedOf(refunds))
  const state = { key, reference, amount, reason, refundedAmount }
  return { ...state, status: withRefunds(status, amount, refundedAmount) }
}

type ChargeReport = ReportRow & { status: Charge["status"] }

function isAboutCharge(report: ReportRow): report is ChargeReport {
  const others = ["refundChanged", "decided", "suspected", "refunded", "partlyRefunded"]
  return !others.includes(report.status)
}

/** A full refund takes precedence over an open dispute, and a partial refund does not. */
function withRefunds(
  status: Charge["status"],
  amount: number,
  refundedAmount: number,
): Charge["status"] {
  const isTakenBack = status === "returned" || status === "disputeLost"
  if (isTakenBack || refundedAmount === 0) return status
  if (refundedAmount === amount) return "refunded"
  return status === "settled" || status === "accepted" ? "partlyRefunded" : status
}
