import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { PastPayment, SkippedCharge } from "#contracts/payments/payment-history.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { SkippedDebit } from "../auto-pay/skips.store.ts"
import {
  isMoneyRetained,
  paymentStateLabels,
  staffFor,
  stateLabel,
} from "../paying/payment-presenter.ts"
import type { Payment, PaymentEvent } from "../paying/payments.store.ts"
import { isConfirmed } from "../paying/state-machine.ts"
import { type PaymentPart, paymentPartsOf } from "./payment-parts.ts"

const partLabels: Record<PaymentPart["kind"], string> = {
  refund: "Refunded",
  refundFailed: "Refund failed",
  returned: paymentStateLabels.returned,
  disputeLost: paymentStateLabels.disputeLost,
}

/** The label of money that was given or taken back, such as "Refunded: $10.00". */
export function partLabel({ kind, amount }: PaymentPart): string {
  return `${partLabels[kind]}: ${dollarsOf(amount)}`
}

interface Shown {
  /** HTML; "" when the status needs no explanation. */
  explanation: string
  clientName: string
  timeZone: string
  isForStaff: boolean
}

export function pastPaymentOf(
  payment: Payment,
  events: PaymentEvent[],
  { explanation, clientName, timeZone, isForStaff }: Shown,
): PastPayment {
  const { status, revokedAt, repostedAt } = payment
  const parts = paymentPartsOf(payment, events)
  const revokedLabel = `Taken back by ${clientName}`
  const isKept = isMoneyRetained(payment)
  const timeline = events.map((event, index) => {
    const part = parts[index]
    const label = part ? partLabel(part) : stateLabel(event)
    return { paymentStatus: event.status, label, at: event.at }
  })
  // To the person it is like a return: the amount is due again.
  if (revokedAt) timeline.push({ paymentStatus: "returned", label: revokedLabel, at: revokedAt })
  if (repostedAt) {
    const label = `Counted again by ${clientName}`
    timeline.push({ paymentStatus: "accepted", label, at: repostedAt })
  }
  return {
    paymentId: payment.id,
    confirmationNumber: payment.confirmationNumber ?? "",
    policyNumber: payment.policyNumber,
    productDesc: payment.productDesc,
    paymentAmount: decimalOf(payment.amount),
    paymentDate: shownDay(payment.submittedAt, timeZone),
    paymentMethod: payment.methodLabel,
    isAutoPay: yesNo(payment.origin === "autoPay"),
    paymentStatus: isKept ? "returned" : status,
    paymentStatusLabel: isKept ? revokedLabel : stateLabel(payment),
    explanation,
    timeline: timeline
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ at, ...step }) => ({ ...step, date: shownDay(at, timeZone) })),
    hasReceipt: yesNo(isConfirmed(status)),
    authorizationId: payment.authorizationId ?? "",
    ...(isForStaff && {
      gatewayReference: payment.gatewayReference,
      ...(payment.chargeReference && { chargeReference: payment.chargeReference }),
    }),
  }
}

export function skippedChargeOf(skip: SkippedDebit, timeZone: string): SkippedCharge {
  return {
    policyNumber: skip.policyNumber,
    productDesc: skip.productDesc,
    paymentAmount: decimalOf(skip.amount),
    chargeDate: shownDate(skip.chargeOn),
    skippedDate: shownDay(skip.askedAt, timeZone),
    skippedBy: skip.actorKind === "staff" ? staffFor(skip.actorUserid, "you") : "",
    paymentMethod: skip.methodLabel,
  }
}
