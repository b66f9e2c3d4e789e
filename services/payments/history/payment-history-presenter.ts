import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import type { Localize } from "#platform/localize.ts"
import type { PdfBlock } from "#platform/pdf/pdf.ts"
import { shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { localizedPaymentMessage, staffFor } from "../payment-presenter.ts"
import type { Payment, PaymentEvent } from "../processing/payments.store.ts"
import { isConfirmed, type PaymentState } from "../processing/state-machine.ts"

const labels: Record<PaymentState, string> = {
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
): Promise<PastPayment> {
  const { status } = payment
  const needsExplanation = !isConfirmed(status) || status === "returned"
  return {
    paymentId: payment.id,
    confirmationNumber: payment.confirmationNumber ?? "",
    policyNumber: payment.policyNumber,
    productDesc: payment.productDesc,
    paymentAmount: decimalOf(payment.amount),
    paymentDate: shownDay(payment.submittedAt),
    paymentMethod: payment.methodLabel,
    isAutoPay: yesNo(payment.origin === "autoPay"),
    paymentStatus: status,
    paymentStatusLabel: labels[status],
    explanation: needsExplanation
      ? (await localizedPaymentMessage(localize, payment)).content.join(" ")
      : "",
    timeline: events.map((event) => ({
      paymentStatus: event.status,
      label: labels[event.status],
      date: shownDay(event.at),
    })),
    hasReceipt: yesNo(isConfirmed(status)),
  }
}

/** The content of a receipt, a PDF. */
export function receiptBlocks(payment: Payment, { firstName, lastName }: Person): PdfBlock[] {
  const name = `${firstName} ${lastName}`
  const returned: PdfBlock[] =
    payment.status === "returned"
      ? [{ paragraph: "Your bank returned this payment, so the amount is due again." }]
      : []
  return [
    ...returned,
    {
      facts: [
        ["Amount paid", dollarsOf(payment.amount)],
        ["Confirmation number", payment.confirmationNumber ?? ""],
        ["Date", shownDay(payment.decidedAt ?? payment.submittedAt)],
        ["Paid by", payment.staffUserid === null ? name : staffFor(payment.staffUserid, name)],
        ["Payment method", payment.methodLabel],
        ["Product", payment.productDesc],
        ["Certificate/Plan number", payment.policyNumber],
        ["Status", labels[payment.status]],
      ],
    },
    { note: "Please keep this receipt for your records." },
  ]
}
