import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { paymentInfo, product } from "#contracts/products/shapes.ts"
import { endpoint } from "../endpoint.ts"
import { messageList, shownDate } from "../shapes.ts"

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
    reply: productsReply,
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
