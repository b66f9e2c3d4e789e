import type { Charge } from "../port.ts"
import type { ChargeRow, ReportRow } from "./ledger.store.ts"

/** Cents of each partial refund of the documented number. */
export const partialRefund = 100

/** A charge after these reports about it, oldest first. */
export function chargeAfter(row: ChargeRow, reports: readonly ReportRow[]): Charge {
  const { key, reference, amount } = row
  const { status, reason } = reports.at(-1) ?? row
  return { key, reference, amount, status, reason, refundedAmount: refundedAmount(amount, reports) }
}

function refundedAmount(amount: number, reports: readonly ReportRow[]): number {
  if (reports.some(({ status }) => status === "refunded")) return amount
  const refunds = reports.filter(({ status }) => status === "partlyRefunded")
  return refunds.length * partialRefund
}
