import { dollarsOf } from "#contracts/money.ts"
import type { PdfBlock } from "#platform/pdf/pdf.ts"
import { shownMoment } from "#platform/text/dates.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { paidAt, staffFor } from "../payment-presenter.ts"
import type { Payment } from "../processing/payments.store.ts"
import { isTakenBack } from "../processing/state-machine.ts"
import { paymentStateLabels } from "./payment-history-presenter.ts"

/** The content of a receipt, a PDF, with the time of the payment in the client's time zone. */
export function receiptBlocks(
  payment: Payment,
  { firstName, lastName }: Person,
  timeZone: string,
): PdfBlock[] {
  const name = `${firstName} ${lastName}`
  const { status, refunded } = payment
  const later: string[] = []
  if (isTakenBack(status))
    later.push("Your bank returned this payment, so the amount is due again.")
  if (refunded > 0) later.push(`We refunded ${dollarsOf(refunded)} of this payment.`)
  return [
    ...later.map((paragraph): PdfBlock => ({ paragraph })),
    {
      facts: [
        ["Amount paid", dollarsOf(payment.amount)],
        ["Confirmation number", payment.confirmationNumber ?? ""],
        ["Date", shownMoment(paidAt(payment), timeZone)],
        ["Paid by", payment.staffUserid === null ? name : staffFor(payment.staffUserid, name)],
        ["Payment method", payment.methodLabel],
        ["Product", payment.productDesc],
        ["Certificate/Plan number", payment.policyNumber],
        ["Status", paymentStateLabels[payment.status]],
      ],
    },
    { note: "Please keep this receipt for your records." },
  ]
}
