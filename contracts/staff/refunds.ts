import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { chosenMoney, client, messageList, money, shownDate, yesNo } from "../shapes.ts"

const refund = z.object({
  id: z.string(),
  refundAmount: money,
  refundStatus: z.enum([
    "waiting",
    "refused",
    "withdrawn",
    "approved",
    "accepted",
    "succeeded",
    "failed",
  ]),
  /** The status in words, such as "Waiting for approval". */
  refundStatusLabel: z.string(),
  /** The reason given by staff; "" for a refund that was made on the gateway's own pages. */
  reason: z.string(),
  /** Whether the bills that the payment settled are due again. If not, a credit settles them. */
  reopens: z.boolean(),
  /** Whether the bill that the refund left as paid can be reopened now. */
  isReversible: z.boolean(),
  /** "" for a refund that was made on the gateway's own pages. */
  requestedBy: z.string(),
  /** The staff member who approved or denied it; "" if no approval was needed. */
  decidedBy: z.string(),
  refundDate: shownDate,
  gatewayReference: z.string(),
})
export type StaffRefund = z.output<typeof refund>

const staffPayment = z.object({
  /** "" before it is accepted. */
  confirmationNumber: z.string(),
  policyNumber: z.string(),
  productDesc: z.string(),
  paymentAmount: money,
  paymentDate: shownDate,
  /** The charged method, such as "VISA ending in 4242". */
  paymentMethod: z.string(),
  paymentMethodKind: z.enum(["card", "bank"]),
  paymentStatusLabel: z.string(),
  statusDate: shownDate,
  isAutoPay: yesNo,
  /** HTML from the customer's history, for example why the payment failed. */
  explanation: z.string(),
  gateway: z.string(),
  /** The gateway's second reference of the charge; "" if it has none. */
  chargeReference: z.string(),
  /** The gateway's reference of the charge, such as pi_…. */
  gatewayReference: z.string(),
  /** The part of the payment that can be refunded now. */
  refundableAmount: money,
  /** Whether it cannot be refunded because it is a bank debit of more than 180 days ago. */
  isTooOldToRefund: z.boolean(),
  refunds: z.array(refund),
})
export type StaffPayment = z.output<typeof staffPayment>

const waitingRefund = z.object({
  ...refund.shape,
  client,
  clientName: z.string(),
  accountNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  confirmationNumber: z.string(),
  paymentAmount: money,
  paymentMethod: z.string(),
  /** An instant in ISO format. */
  requestedAt: z.string(),
  /** Whether this staff member made the request, and so cannot decide it. */
  isOwn: z.boolean(),
  /**
   * Whether this staff member made the refunded payment for the customer, and so cannot decide it.
   */
  isOwnCause: z.boolean(),
})
export type WaitingRefund = z.output<typeof waitingRefund>

const refundErrors = [
  "request.notFound",
  "refund.notPossible",
  "refund.notSettled",
  "refund.tooOld",
  "refund.waits",
  "refund.allRefunded",
  "refund.tooMuch",
  "agent.tooMany",
  "agent.tooManyToday",
  "agent.tooManyForCustomer",
  "accountSystem.away",
] as const

export const staffRefunds = {
  "GET /myaccount-core/agent/payments": endpoint({
    summary: "The payments of a customer with their gateway references and refunds, newest first",
    role: "staff:look",
    mayShowCachedData: true,
    query: z.object({ client, accountNumber: z.string().min(1).max(60) }),
    reply: z.object({
      payments: z.array(staffPayment),
      /** Whether the account is no longer in the account system. */
      isGone: z.boolean(),
      /**
       * Above this amount, the refunds of a payment, or of an account in one day, need dual
       * approval.
       */
      approvalAbove: money,
      messages: messageList,
    }),
    errors: ["request.notFound", "agent.tooMany", "agent.tooManyToday", "accountSystem.away"],
    rateLimit: { calls: 600, minutes: 10 },
  }),
  "POST /myaccount-core/agent/refunds": endpoint({
    summary: "Refunds a payment, in part or in full, once it needs no approval or has it",
    role: "staff:money",
    body: z.object({
      /** The client of the payment. Confirmation numbers are unique only within a client. */
      customerClient: client,
      confirmationNumber: z.string().min(1).max(20),
      refundAmount: chosenMoney,
      reason: z.string().trim().min(1).max(200),
      reopens: z.boolean(),
    }),
    reply: z.object({ refund, messages: messageList }),
    errors: [...refundErrors, "refund.keyReused"],
    rateLimit: { calls: 120, minutes: 10 },
    idempotencyKey: true,
  }),
  "GET /myaccount-core/agent/refunds": endpoint({
    summary:
      "Refunds that wait for dual approval: all for the role approve, otherwise one's own requests",
    role: "staff:look",
    mayShowCachedData: true,
    reply: z.object({ items: z.array(waitingRefund), messages: messageList }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/agent/refunds/{id}": endpoint({
    summary: "Approves or refuses the refund that another staff member requested",
    role: "staff:approve",
    params: z.object({ id: z.uuid() }),
    body: z.object({ decision: z.enum(["approve", "refuse"]) }),
    reply: z.object({ messages: messageList }),
    errors: [...refundErrors, "agent.ownApproval", "agent.ownCause", "refund.approvalOver"],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "DELETE /myaccount-core/agent/refunds/{id}": endpoint({
    summary: "Withdraws one's own refund that waits for dual approval",
    role: "staff:money",
    params: z.object({ id: z.uuid() }),
    reply: z.object({ messages: messageList }),
    errors: ["request.notFound", "agent.tooMany", "agent.tooManyToday", "refund.approvalOver"],
    rateLimit: { calls: 120, minutes: 10 },
  }),
}
