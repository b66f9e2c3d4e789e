import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { BilledProduct, StaffCorrection } from "#contracts/staff/corrections.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { OpenBill, Policy } from "#ports/policy-admin/port.ts"
import {
  type Contradicted,
  type Correction,
  canReverse,
} from "#services/payments/adjustments/corrections.ts"
import type { AutoPayOverview } from "#services/payments/auto-pay/auto-pay-overview.ts"
import { creditLeft } from "#services/products/due-status.ts"

const labels: Record<Correction["status"], string> = {
  waiting: "Waiting for approval",
  refused: "Not approved",
  withdrawn: "Withdrawn",
  approved: "Being posted",
  posted: "Posted",
  void: "Not made: nothing was left",
}

const reversedLabels = {
  credit: "Credit",
  writeOff: "Write-off",
  refund: "Refund",
  payment: "Payment",
}

/** The status of a request. One that nobody decided in time is no longer waiting. */
function labelOf({ status, expiresAt }: Correction, now: Date): string {
  const isOver = status === "waiting" && expiresAt !== null && expiresAt <= now
  return isOver ? "Not approved in time" : labels[status]
}

/** A correction, for staff who view the account's corrections. Its day is in this time zone. */
export function staffCorrectionOf(
  correction: Correction,
  all: readonly Correction[],
  { timeZone, now }: { timeZone: string; now: Date },
): StaffCorrection {
  const { id, kind, reversedKind, amount, postedAmount, status, billDueDate } = correction
  const { reason, requestedBy, decidedBy, requestedAt, postedAt } = correction
  return {
    id,
    kind: reversedKind === "payment" ? "release" : kind,
    amount: decimalOf(amount),
    status,
    statusLabel: labelOf(correction, now),
    postedAmount: postedAmount === null ? "" : decimalOf(postedAmount),
    billDueDate: shownDate(billDueDate),
    reversedLabel: reversedKind === null ? "" : reversedLabels[reversedKind],
    isReversible: canReverse(correction, all, now),
    reason,
    requestedBy,
    decidedBy: decidedBy ?? "",
    date: shownDay(postedAt ?? requestedAt, timeZone),
  }
}

const calmStates: readonly string[] = ["charging", "confirming", "announced", "recording"]

function shownAutoPay(
  { billing }: Policy,
  autoPay: AutoPayOverview | undefined,
): BilledProduct["autoPay"] {
  const { notice, nextCharge, skipped = [] } = autoPay ?? {}
  return {
    paymentMethod: billing.paymentMethodRecordId === null ? "" : billing.paymentMethodLabel,
    noticeTitle: notice?.title ?? "",
    noticeTone: notice && calmStates.includes(notice.state) ? "info" : "warning",
    noticeContent: notice?.content ?? [],
    nextCharge: nextCharge ? { amount: nextCharge.paymentAmount, date: nextCharge.dueDate } : null,
    skippedCharges: skipped.map((day) => shownDate(day)),
  }
}

export function billedProductOf(
  policy: Policy,
  autoPay: AutoPayOverview | undefined,
  bills: readonly (OpenBill & { mostToWriteOff: number })[],
  mostToCredit: number,
  corrections: StaffCorrection[],
  contradictions: readonly Contradicted[],
): BilledProduct {
  const { policyNumber, productDesc } = policy
  return {
    policyNumber,
    productDesc,
    autoPay: shownAutoPay(policy, autoPay),
    owed: shownOwed(bills),
    creditLeft: decimalOf(creditLeft(policy.billing)),
    mostToCredit: decimalOf(mostToCredit),
    bills: bills.map(({ number, periodFrom, periodTo, dueDate, owed, mostToWriteOff }) => ({
      billNumber: number,
      periodFrom: shownDate(periodFrom),
      periodTo: shownDate(periodTo),
      dueDate: shownDate(dueDate),
      owed: decimalOf(owed),
      mostToWriteOff: decimalOf(mostToWriteOff),
    })),
    contradictions: contradictions.map(({ id, confirmationNumber, amount }) => ({
      paymentId: id,
      confirmationNumber,
      amount: decimalOf(amount),
    })),
    corrections,
  }
}

/** The sum of open bills. */
export function shownOwed(bills: readonly OpenBill[]): string {
  return decimalOf(bills.reduce((sum, { owed }) => sum + owed, 0))
}

/** The values of a message about a correction. */
export function correctionValues({ amount, postedAmount, productDesc }: Correction) {
  return { amount: dollarsOf(postedAmount ?? amount), product: productDesc }
}
