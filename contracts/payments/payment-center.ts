import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { paymentInfo, product } from "#contracts/products/shapes.ts"
import { endpoint } from "../endpoint.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"

const periodPrice = { premium: money, adminFee: money, totalPremium: money }

/**
 * The next charge if the product were paid in one of the possible ways. `paymentAmount` is the sum
 * of premium and fee, less adjustment and credit.
 */
const chargeQuote = z.object({
  /** The code of the frequency. */
  billingMode: z.string(),
  /** Y: auto pay charges it. N: the person pays it. */
  isAutoPay: yesNo,
  /** The day of the charge, or the due date; "" when it is not known. */
  dueDate: shownDate,
  ...periodPrice,
  /** Positive lowers the amount, as in `paymentInfo`. */
  adjustment: money,
  billingCredit: money,
  paymentAmount: money,
  /** The price of each later period. */
  later: z.object(periodPrice),
})
export type ChargeQuote = z.output<typeof chargeQuote>

const productsReply = z.object({
  activeProducts: z.array(product),
  clientName: z.string(),
  /** The server's day: what a person agrees to is dated by it. */
  currentDate: shownDate,
  messages: messageList,
})

/** About one product, which `policyNumber` names. */
const productBody = customerBody.extend({
  /** Empty unless staff act for the person. */
  csUserid: z.string().max(200).optional(),
})

export const paymentCenter = {
  "POST /myaccount-core/products": endpoint({
    summary: "The active products, for the payment center",
    role: "customer-or-staff",
    body: customerBody,
    reply: productsReply,
    errors: ["accountSystem.away", "request.notFound"],
  }),
  "POST /myaccount-core/paymentFrequency": endpoint({
    summary: "One product with its current payment settings and the available ones",
    role: "customer-or-staff",
    body: productBody,
    reply: productsReply.extend({
      /** For each frequency, with auto pay and without, as if the person agreed to it now. */
      chargeQuotes: z.array(chargeQuote),
      /** The next charge as it stands; absent when auto pay charges nothing. */
      nextCharge: chargeQuote.optional(),
    }),
    errors: ["accountSystem.away", "request.notFound"],
  }),
  "POST /myaccount-core/paymentInfo": endpoint({
    summary: "The parts of the amount due for one product",
    role: "customer-or-staff",
    body: productBody,
    reply: z.object({ paymentInfo, messages: messageList }),
    errors: ["accountSystem.away", "request.notFound"],
  }),
}
