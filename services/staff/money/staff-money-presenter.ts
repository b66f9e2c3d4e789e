import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type {
  BilledProduct,
  StaffCorrection,
  StaffPayment,
  StaffRefund,
} from "#contracts/staff/money.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { OpenBill, Policy } from "#ports/policy-admin/port.ts"
import {
  type Contradicted,
  type Correction,
  canReverse,
  canReverseRefund,
} from "#services/payments/adjustments/corrections.ts"
import type { RefundRow } from "#services/payments/adjustments/refunds.ts"
import { isWaiting, type StaffRequest } from "#services/payments/adjustments/staff-request.ts"
import type { AutoPayOverview } from "#services/payments/auto-pay/auto-pay-overview.ts"
import type { Payment } from "#services/payments/paying/payment-processing.ts"
import { creditLeft } from "#services/products/due-status.ts"

interface Moment {
  timeZone: string
  now: Date
}

const labels = {
  waiting: "Waiting for approval",
  refused: "Not approved",
  withdrawn: "Withdrawn",
} as const
const refundLabels: Record<RefundRow["status"], string> = {
  ...labels,
  approved: "Being sent",
  accepted: "On its way",
  succeeded: "Refunded",
  failed: "Failed: nothing was paid back",
}
const correctionLabels: Record<Correction["status"], string> = {
  ...labels,
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
function labelOf(request: StaffRequest, label: string, now: Date): string {
  const isOver = request.status === "waiting" && !isWaiting(request, now)
  return isOver ? "Not approved in time" : label
}

/** The fields that a refund and a correction share. */
function staffRequestOf({ id, reason, requestedBy, decidedBy }: StaffRequest) {
  return { id, reason, requestedBy: requestedBy ?? "", decidedBy: decidedBy ?? "" }
}

/** A refund for staff, with the corrections of its account. Its day is in this time zone. */
export function staffRefundOf(
  refund: RefundRow,
  corrections: readonly Correction[],
  { timeZone, now }: Moment,
): StaffRefund {
  const { amount, status, reopens, requestedAt, succeededAt, gatewayReference } = refund
  return {
    ...staffRequestOf(refund),
    refundAmount: decimalOf(amount),
    refundStatus: status,
    refundStatusLabel: labelOf(refund, refundLabels[status], now),
    reopens,
    isReversible: canReverseRefund(refund, corrections, now),
    refundDate: shownDay(succeededAt ?? requestedAt, timeZone),
    gatewayReference,
  }
}

/** A correction, for staff who view the account's corrections. Its day is in this time zone. */
export function staffCorrectionOf(
  correction: Correction,
  all: readonly Correction[],
  { timeZone, now }: Moment,
): StaffCorrection {
  const { kind, reversedKind, amount, postedAmount, status, billDueDate } = correction
  const { requestedAt, postedAt } = correction
  return {
    ...staffRequestOf(correction),
    kind: reversedKind === "payment" ? "release" : kind,
    amount: decimalOf(amount),
    status,
    statusLabel: labelOf(correction, correctionLabels[status], now),
    postedAmount: postedAmount === null ? "" : decimalOf(postedAmount),
    billDueDate: shownDate(billDueDate),
    reversedLabel: reversedKind === null ? "" : reversedLabels[reversedKind],
    isReversible: canReverse(correction, all, now),
    date: shownDay(postedAt ?? requestedAt, timeZone),
  }
}

export function staffPaymentOf(
  payment: Payment,
  refunds: StaffRefund[],
  shown: {
    timeZone: string
    label: string
    refundable: number
    isTooOld: boolean
    lastEventAt: Date
    explanation: string
  },
): StaffPayment {
  return {
    confirmationNumber: payment.confirmationNumber ?? "",
    policyNumber: payment.policyNumber,
    productDesc: payment.productDesc,
    paymentAmount: decimalOf(payment.amount),
    paymentDate: shownDay(payment.submittedAt, shown.timeZone),
    paymentMethod: payment.methodLabel,
    paymentMethodKind: payment.methodKind,
    paymentStatusLabel: shown.label,
    statusDate: shownDay(shown.lastEventAt, shown.timeZone),
    isAutoPay: yesNo(payment.origin === "autoPay"),
    explanation: shown.explanation,
    gateway: payment.gateway,
    gatewayReference: payment.gatewayReference,
    chargeReference: payment.chargeReference,
    refundableAmount: decimalOf(shown.refundable),
    isTooOldToRefund: shown.isTooOld,
    refunds,
  }
}

/** The values of a message about a refund. */
export function refundValues({ methodLabel }: Payment, amount: number) {
  return { amount: dollarsOf(amount), method: methodLabel }
}

export function shownLimit(cents: number): { approvalAbove: string } {
  return { approvalAbove: decimalOf(cents) }
}

/** The payment of a refund that waits for approval. */
export function refundedPaymentOf(payment: Payment) {
  return {
    accountNumber: payment.accountNumber,
    confirmationNumber: payment.confirmationNumber ?? "",
    paymentAmount: decimalOf(payment.amount),
    paymentMethod: payment.methodLabel,
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
