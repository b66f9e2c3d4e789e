import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { endpoint } from "../endpoint.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"

const namedProduct = {
  policyNumber: z.string(),
  productDesc: z.string(),
  isInsuranceProduct: yesNo,
}

/** A bill that the person pays, a charge of auto pay, or a combined bill. */
const comingPayment = z.object({
  ...namedProduct,
  /** The due date, or the day of the charge. */
  date: shownDate,
  amount: money,
  paidBy: z.enum(["customer", "autopay", "combinedbill"]),
  /** The method that auto pay charges, in words; otherwise "". */
  paymentMethod: z.string(),
  /**
   * Y: the method is a bank account, so the charge is a debit that banks make on their business
   * days.
   */
  isBankDebit: yesNo,
  /** Y: the badge "Past Due" of the product counts it. Auto Pay may charge it on a later day. */
  isPastDue: yesNo,
  /** Y: the bill has not been issued yet. The amount assumes the current price and frequency. */
  isEstimate: yesNo,
  /** Y: the person skipped the charge of auto pay, and pays the bill in another way. */
  isSkipped: yesNo,
})
export type ComingPayment = z.output<typeof comingPayment>

const comingReply = z.object({
  /** In chronological order. Past due payments come first, with the title "Past Due". */
  months: z.array(z.object({ title: z.string(), total: money, payments: z.array(comingPayment) })),
  /** The total for each product, largest first. */
  products: z.array(z.object({ ...namedProduct, total: money })),
  total: money,
  /** The last day of the list. */
  until: shownDate,
  /** Products whose later bills are unknown. */
  unknown: z.array(z.object(namedProduct)),
  messages: messageList,
})
export type ComingPayments = z.output<typeof comingReply>

export const comingPayments = {
  "POST /myaccount-core/comingPayments": endpoint({
    summary: "The bills and auto pay charges of the next twelve months, with totals",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: comingReply,
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/comingPayments/calendar": endpoint({
    summary: "The same as a calendar file (RFC 5545), without payments whose day has passed",
    role: "customer-or-staff",
    body: customerBody,
    reply: z.object({ calendar: z.string(), messages: messageList }),
    errors: ["accountSystem.away"],
  }),
}
