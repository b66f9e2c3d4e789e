import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { endpoint } from "../endpoint.ts"
import { pdfLimit } from "../products/documents.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"
import { paymentStatus } from "./pay-now.ts"

const paymentStep = z.object({
  paymentStatus,
  /** The step in words, such as "On its way from your bank". */
  label: z.string(),
  date: shownDate,
})
export type PaymentStep = z.output<typeof paymentStep>

const pastPayment = z.object({
  paymentId: z.string(),
  /** "" before it is accepted. */
  confirmationNumber: z.string(),
  policyNumber: z.string(),
  productDesc: z.string(),
  paymentAmount: money,
  paymentDate: shownDate,
  /** The charged method, such as "VISA ending in 4242". */
  paymentMethod: z.string(),
  isAutoPay: yesNo,
  paymentStatus,
  paymentStatusLabel: z.string(),
  /** Why it was declined, returned, refunded or disputed, and what to do; otherwise "". */
  explanation: z.string(),
  /** The history of the payment, oldest step first. */
  timeline: z.array(paymentStep),
  hasReceipt: yesNo,
  /** The authorization of the payment; "" if it was given elsewhere. */
  authorizationId: z.string(),
  /** The gateway's reference of the charge, such as pi_…; only for staff. */
  gatewayReference: z.string().optional(),
  /** The gateway's second reference of the charge, if it has one; only for staff. */
  chargeReference: z.string().optional(),
})
/** A debit of auto pay that the person skipped. Its bill stayed due. */
const skippedCharge = z.object({
  policyNumber: z.string(),
  productDesc: z.string(),
  paymentAmount: money,
  /** The day of the skipped debit. */
  chargeDate: shownDate,
  skippedDate: shownDate,
  /** The staff member who skipped it for the person, in words; "" if the person did. */
  skippedBy: z.string(),
  paymentMethod: z.string(),
})
/** A credit or write-off by staff. */
const pastCredit = z.object({
  creditId: z.string(),
  policyNumber: z.string(),
  productDesc: z.string(),
  amount: money,
  date: shownDate,
  label: z.string(),
  /** The effect in words. */
  explanation: z.string(),
})
export type PastCredit = z.output<typeof pastCredit>
export type SkippedCharge = z.output<typeof skippedCharge>
export type PastPayment = z.output<typeof pastPayment>

export const paymentHistory = {
  "POST /myaccount-core/paymentHistory": endpoint({
    summary: "The customer's payments and their outcomes, newest first",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: z.object({
      payments: z.array(pastPayment),
      /** Sorted newest first. */
      skippedCharges: z.array(skippedCharge),
      /** Sorted newest first. */
      credits: z.array(pastCredit),
      messages: messageList,
    }),
    errors: ["request.notFound", "accountSystem.away"],
  }),
  "GET /myaccount-core/receipts/{confirmationNumber}": endpoint({
    summary: "The receipt of one payment, a PDF in base64",
    role: "customer-or-staff",
    mayShowCachedData: true,
    params: z.object({ confirmationNumber: z.string().max(20) }),
    rateLimit: pdfLimit,
    reply: z.object({ document: z.string(), messages: messageList }),
    errors: ["request.notFound", "accountSystem.away"],
  }),
}
