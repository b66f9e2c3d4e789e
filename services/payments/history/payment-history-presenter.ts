import { decimalOf } from "#contracts/money.ts"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import type { Localize } from "#platform/localize.ts"
import { shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import { localizedPaymentMessage } from "../payment-presenter.ts"
import type { Payment, PaymentEvent } from "../processing/payments.store.ts"
import { isConfirmed, type PaymentState } from "../processing/state-machine.ts"

export const paymentStateLabels: Record<PaymentState, string> = {
  submitted: "Submitted",
  unknown: "Being checked",
  accepted: "Accepted",
  pending: "On its way from your bank",
  settled: "Settled",
  returned: "Returned",
  declined: "Declined",
}

export async function pastPaymentOf(
  localize: Localize,
  payment: Payment,
  events: PaymentEvent[],
  timeZone: string,
): Promise<PastPayment> {
  const { status } = payment
  const needsExplanation = !isConfirmed(status) || status === "returned"
  return {
    paymentId: payment.id,
    confirmationNumber: payment.confirmationNumber ?? "",
    policyNumber: payment.policyNumber,
    productDesc: payment.productDesc,
    paymentAmount: decimalOf(payment.amount),
    paymentDate: shownDay(payment.submittedAt, timeZone),
    paymentMethod: payment.methodLabel,
    isAutoPay: yesNo(payment.origin === "autoPay"),
    paymentStatus: status,
    paymentStatusLabel: paymentStateLabels[status],
    explanation: needsExplanation
      ? (await localizedPaymentMessage(localize, payment)).content.join(" ")
      : "",
    timeline: events.map((event) => ({
      paymentStatus: event.status,
      label: paymentStateLabels[event.status],
      date: shownDay(event.at, timeZone),
    })),
    hasReceipt: yesNo(isConfirmed(status)),
  }
}
