import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"
import { policyHolderBody } from "./customer.ts"
import { product } from "./shapes.ts"

const dashboardReply = z.object({
  activeProducts: z.array(product),
  /** Most urgent first. */
  paymentsDue: z.array(product),
  /** The sum of all payments due. */
  totalDue: money,
  /** The past due part of that sum. */
  totalPastDue: money,
  /**
   * The total of bills that auto pay charges, and that of combined bills. They are not in
   * `totalDue`.
   */
  totalByAutoPay: money,
  totalCombined: money,
  hasEAPlusProduct: yesNo,
  /** Y: no product is active, and the list of products contains former ones. */
  hasOnlyInactiveProducts: yesNo,
  clientName: z.string(),
  /** The client's business day. */
  currentDate: shownDate,
  messages: messageList,
})
export type Dashboard = z.output<typeof dashboardReply>

export const dashboard = {
  "POST /myaccount-core/availability": endpoint({
    summary: "Whether the account system is reachable",
    role: "anonymous",
    site: "any",
    body: z.object({}),
    reply: z.object({ insproAvailableInd: yesNo, messages: messageList }),
    errors: [],
  }),
  "POST /myaccount-core/dashboard": endpoint({
    summary: "The customer's products and the amounts due",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: policyHolderBody,
    reply: dashboardReply,
    errors: ["accountSystem.away"],
  }),
}
