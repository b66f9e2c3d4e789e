import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { coverage, paymentInfo, product } from "#contracts/products/shapes.ts"
import { endpoint } from "../endpoint.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"
import { authorizationReader } from "./authorization-reader.ts"

const periodPrice = { premium: money, adminFee: money, totalPremium: money }

/**
 * The next charge if the product were paid in one of the possible ways. `paymentAmount` is premium
 * plus fee, less adjustment, credit, `alreadyPaid` and `deferredAmount`.
 */
const chargeQuote = z.object({
  /** The code of the frequency. */
  billingMode: z.string(),
  /** Y: auto pay charges it. N: the person pays it. */
  isAutoPay: yesNo,
  /**
   * The day of the charge, or the due date; "" if unknown. If `paymentAmount` is 0.00, a credit
   * covers all known bills.
   */
  dueDate: shownDate,
  ...periodPrice,
  /** A positive value lowers the amount, as in `paymentInfo`. */
  adjustment: money,
  billingCredit: money,
  /** The customer's own payments on these bills, such as a part that was not refunded. */
  alreadyPaid: money,
  /**
   * Also owed, but charged with the following bill, because it increased after the charge was
   * announced.
   */
  deferredAmount: money,
  paymentAmount: money,
  /** The price of each later period. */
  later: z.object(periodPrice),
  /** The other bills that are open at that time. Y: auto pay charges it when it is due. */
  otherBills: z.array(z.object({ dueDate: shownDate, amount: money, isAutoPay: yesNo })),
  /** Without auto pay: the charge in progress that is still made; 0.00 without one. */
  underWay: money,
})
export type ChargeQuote = z.output<typeof chargeQuote>

/** The next charge of auto pay for a product. */
const plannedCharge = chargeQuote.extend({
  policyNumber: z.string(),
  /** The due dates of the charged bills, oldest first. */
  dueDates: z.array(shownDate),
  /** The method that is charged, in words. */
  paymentMethod: z.string(),
  /**
   * Y: the method is a bank account, so the charge is a debit that banks make on their business
   * days.
   */
  isBankDebit: yesNo,
  /** The part of earlier bills that was too small to be charged separately. */
  carriedAmount: money,
  /** Y: the charge can still be skipped. */
  canSkip: yesNo,
})
export type PlannedCharge = z.output<typeof plannedCharge>

const productsReply = z.object({
  activeProducts: z.array(product),
  clientName: z.string(),
  /** The server's day, which dates what a person agrees to. */
  currentDate: shownDate,
  messages: messageList,
})

/** The body of a call about one product, given by `policyNumber`. */
const productBody = customerBody.extend({
  /** Set only if staff act for the person. */
  csUserid: z.string().max(200).optional(),
})

export const paymentCenter = {
  "POST /myaccount-core/products": endpoint({
    summary: "The active products, for the payment center",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: productsReply,
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/paymentFrequency": endpoint({
    summary: "One product with its current payment settings and the available ones",
    role: "customer-or-staff",
    body: productBody,
    reply: productsReply.extend({
      authorizationReader,
      /** For each frequency, with auto pay and without, as if the person agreed to it now. */
      chargeQuotes: z.array(chargeQuote),
      /** The next charge as currently planned; undefined if auto pay charges nothing. */
      nextCharge: plannedCharge.optional(),
    }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/nextCharges": endpoint({
    summary:
      "What auto pay charges next for each active product, and until when the product is covered",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: z.object({
      nextCharges: z.array(plannedCharge),
      /** Only products for which the account system states a date, whether they owe or not. */
      coverage: z.array(coverage.extend({ policyNumber: z.string() })),
      messages: messageList,
    }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/paymentInfo": endpoint({
    summary: "The parts of the amount due for one product",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: productBody,
    reply: z.object({ paymentInfo, messages: messageList }),
    errors: ["accountSystem.away"],
  }),
}
