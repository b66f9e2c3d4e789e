import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { client, messageList, yesNo } from "../shapes.ts"
import { product } from "./shapes.ts"

/** Sent by every screen of a customer; each field is checked against the session and widens nothing. */
const customerBody = z.object({
  client,
  accountNumber: z.string().max(40),
  policyNumber: z.string().max(40),
  policyHolder: z.object({ firstName: z.string().max(100), lastName: z.string().max(100) }),
  userid: z.string().max(200),
  isEmailSubscribed: z.boolean(),
})

const dashboardReply = z.object({
  activeProducts: z.array(product),
  paymentsDue: z.array(product),
  hasEAPlusProduct: yesNo,
  clientName: z.string(),
  messages: messageList,
})
export type Dashboard = z.output<typeof dashboardReply>

export const dashboard = {
  "POST /myaccount-core/availability": endpoint({
    summary: "Whether the account system answers",
    caller: "visitor",
    body: z.object({}),
    reply: z.object({ insproAvailableInd: yesNo, messages: messageList }),
    errors: [],
  }),
  "POST /myaccount-core/dashboard": endpoint({
    summary: "What the customer holds and what is due",
    caller: "customer-or-staff",
    body: customerBody,
    reply: dashboardReply,
    errors: ["accountSystem.away"],
  }),
}
