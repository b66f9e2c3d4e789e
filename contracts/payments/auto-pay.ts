import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { product } from "#contracts/products/shapes.ts"
import { endpoint } from "../endpoint.ts"
import { hostName, messageList, money, shownDate } from "../shapes.ts"
import { autoPayOutcomes } from "./auto-pay-rules.ts"

const short = z.string().max(200)

/**
 * The new way to pay for a product. The server calculates outcome, amounts and dates again, and
 * they must equal those that the customer saw. The names help people who read the call.
 */
const changeBody = customerBody.extend({
  csUserid: short.optional(),
  hostName,
  paymentFrequency: short,
  paymentMethod: short,
  paymentDetails: z.tuple([
    z.object({
      accountNumber: z.string().max(40),
      policyNumber: z.string().max(40),
      /** The code of the new frequency. */
      billingMode: z.string().max(20),
      /** The id of the method. 00: no auto pay. */
      paymentMethodRecordId: z.string().max(60),
      /** The method's billingMethodCode. */
      billingMethod: z.string().max(10),
      paymentAmount: money,
    }),
  ]),
  /** The effect of the change. */
  emailType: z.enum(autoPayOutcomes),
  productName: short,
  paymentDueDate: shownDate,
  paymentMethodType: short,
  lastFourDigit: z.string().max(4),
  premium: money,
  adminFee: money,
  totalPremium: money,
  currentDate: shownDate,
  /** How the product was paid when the person looked at it. */
  currentPaymentFrequecyCode: z.string().max(20),
  currentPaymentMethodRecordId: z.string().max(60),
  /** Identifies the text that the person agreed to: its SHA-256 as hex. */
  authorizationVersion: z.string().max(64),
})
export type AutoPayBody = z.output<typeof changeBody>

/** `policyNumber` is the product's number, and `chargeDate` the day of the skipped debit. */
const skipBody = customerBody.extend({
  csUserid: short.optional(),
  hostName,
  chargeDate: shownDate,
})

const changeReply = z.object({ messages: messageList, activeProducts: z.array(product) })

export const autoPay = {
  "PUT /myaccount-core/paymentFrequency": endpoint({
    summary:
      "Changes auto pay or the payment frequency of one product, with the customer's authorization",
    role: "customer-or-staff",
    whenAway: "autoPay.notChanged",
    body: changeBody,
    reply: changeReply,
    errors: [
      "accountSystem.away",
      "request.notFound",
      "autoPay.productEnded",
      "authorization.changed",
      "authorization.unavailable",
      "autoPay.changed",
      "autoPay.amountChanged",
      "autoPay.notPossible",
      "autoPay.paymentOpen",
      "autoPay.methodExpired",
      "autoPay.methodUnverified",
      "autoPay.methodBlocked",
      "autoPay.methodToVerify",
      "autoPay.notAuthorized",
      "autoPay.gatewayAway",
      "autoPay.earlierPending",
      "autoPay.pending",
    ],
  }),
  "PUT /myaccount-core/autoPay/skip": endpoint({
    summary:
      "Skips one debit of auto pay, up to the day before it; its bill stays due, and repeated calls change nothing more",
    role: "customer-or-staff",
    whenAway: "autoPay.notSkipped",
    body: skipBody,
    reply: changeReply,
    errors: [
      "accountSystem.away",
      "request.notFound",
      "autoPay.nothingToSkip",
      "autoPay.skipChanged",
      "autoPay.skipTooLate",
      "autoPay.pending",
    ],
  }),
}
