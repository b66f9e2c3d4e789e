import { ApiError } from "#contracts/messages.ts"
import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { PastPayment, paymentHistory } from "#contracts/payments/payment-history.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import type { Localize } from "#platform/localize.ts"
import { createPdf, type PdfBlock } from "#platform/pdf/pdf.ts"
import { shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Person, PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Handlers } from "#services/call-request.ts"
import { holderOf } from "#services/products/holder.ts"
import type { StaffOpens } from "#services/staff/customers/opened-documents.ts"
import { paymentMessage, staffFor } from "../payment-presenter.ts"
import type { Payment, PaymentEvent } from "../processing/payments.store.ts"
import type { Payments } from "../processing/payments.ts"
import { isConfirmed, type PaymentState } from "../processing/state-machine.ts"

interface Needs {
  payments: Payments
  policyAdmin: PolicyAdmin
  clock: Clock
  localize: Localize
  brandOf: BrandOf
  staffOpens: StaffOpens
}

const labels: Record<PaymentState, string> = {
  submitted: "Submitted",
  unknown: "Being checked",
  accepted: "Accepted",
  pending: "On its way from your bank",
  settled: "Settled",
  returned: "Returned",
  declined: "Declined",
}

/** What a customer has paid, and what became of it. */
export function createPaymentHistory(needs: Needs) {
  const { payments, policyAdmin, clock, localize, brandOf, staffOpens } = needs

  async function pastPaymentOf(payment: Payment, events: PaymentEvent[]): Promise<PastPayment> {
    const { status } = payment
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
      explanation: isConfirmed(status) && status !== "returned" ? "" : await explained(payment),
      timeline: events.map((event) => ({
        paymentStatus: event.status,
        label: labels[event.status],
        date: shownDay(event.at),
      })),
      hasReceipt: yesNo(isConfirmed(status)),
    }
  }

  async function explained(payment: Payment): Promise<string> {
    const { content } = await localize(payment.client, ...paymentMessage(payment))
    return content.join(" ")
  }

  const handlers: Handlers<typeof paymentHistory> = {
    async "POST /myaccount-core/paymentHistory"({ session, body }) {
      await holderOf(policyAdmin, session, body.policyNumber)
      const made = await payments.history(session.client, session.accountNumber)
      return {
        payments: await Promise.all(
          made.map(({ payment, events }) => pastPaymentOf(payment, events)),
        ),
        messages: [],
      }
    },

    async "GET /myaccount-core/receipts/{confirmationNumber}"({ site, session, params, ip }) {
      const { client, accountNumber } = session
      const payment = await payments.byConfirmationNumber(params.confirmationNumber)
      const isTheirs = payment?.client === client && payment.accountNumber === accountNumber
      if (!payment || !isTheirs) throw new ApiError("request.notFound")
      const person = await policyAdmin.person(client, accountNumber)
      if (!person) throw new ApiError("request.notFound")
      const receipt = await createPdf({
        brand: await brandOf(client, site.origin),
        title: "Payment receipt",
        subject: `Confirmation number ${payment.confirmationNumber}`,
        date: payment.decidedAt ?? clock.now(),
        blocks: receiptOf(payment, person),
      })
      await staffOpens(session, ip, `the receipt ${payment.confirmationNumber}`)
      return { document: receipt.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}

function receiptOf(payment: Payment, { firstName, lastName }: Person): PdfBlock[] {
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
