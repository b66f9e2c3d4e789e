import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { chosenMoney, client, messageList, money, shownDate } from "../shapes.ts"

/** Maximum length of the reason for a credit or write-off. */
const correctionReasonLength = 200

const account = { client, accountNumber: z.string().min(1).max(60) }
/**
 * `release`: a payment no longer counts for a bill that is open according to the account system.
 */
const kind = z.enum(["credit", "writeOff", "reversal", "release"])

const correction = z.object({
  id: z.string(),
  kind,
  amount: money,
  status: z.enum(["waiting", "refused", "withdrawn", "approved", "posted", "void"]),
  /** The status in words, such as "Waiting for approval". */
  statusLabel: z.string(),
  /** "" before it is posted. Less than `amount` if a payment of the bill came first. */
  postedAmount: z.union([money, z.literal("")]),
  /** The due date of the bill of a write-off; otherwise "". */
  billDueDate: shownDate,
  /** The kind of the reversed correction, such as "Credit"; otherwise "". */
  reversedLabel: z.string(),
  /** Whether it can be reversed now. */
  isReversible: z.boolean(),
  reason: z.string(),
  requestedBy: z.string(),
  /** The staff member who approved or denied it; "" if no approval was needed. */
  decidedBy: z.string(),
  date: shownDate,
})
export type StaffCorrection = z.output<typeof correction>

/** Auto pay of a product, as on the customer's own screens. */
const productAutoPay = z.object({
  /** The method that is charged, such as "VISA ending in 4242"; "" without auto pay. */
  paymentMethod: z.string(),
  /** The customer's notice, for example about a suspension; "" and empty without one. */
  noticeTitle: z.string(),
  /** `info`: the customer does not need to act. */
  noticeTone: z.enum(["info", "warning"]),
  /** Sentences of HTML. */
  noticeContent: z.array(z.string()),
  /** Null if auto pay charges nothing. */
  nextCharge: z.object({ amount: money, date: shownDate }).nullable(),
  /** The days of skipped charges, newest first. */
  skippedCharges: z.array(shownDate),
})

const billedProduct = z.object({
  policyNumber: z.string(),
  productDesc: z.string(),
  autoPay: productAutoPay,
  /** The sum of the open bills. */
  owed: money,
  /** Money for the product that is not used for a bill yet. */
  creditLeft: money,
  /** Sorted oldest first. */
  bills: z.array(
    z.object({
      billNumber: z.int(),
      periodFrom: shownDate,
      /** "" if the length of the period is unknown. */
      periodTo: shownDate,
      dueDate: shownDate,
      owed: money,
      /** The owed amount, less open requests. */
      mostToWriteOff: money,
    }),
  ),
  /** The largest credit that can be given now; 0 for a product that has ended and owes nothing. */
  mostToCredit: money,
  /**
   * Payments for bills that are still open according to the account system, and that are not
   * released.
   */
  contradictions: z.array(
    z.object({ paymentId: z.uuid(), confirmationNumber: z.string(), amount: money }),
  ),
  /** Sorted newest first. */
  corrections: z.array(correction),
})
export type BilledProduct = z.output<typeof billedProduct>

const waitingCorrection = z.object({
  ...correction.shape,
  client,
  clientName: z.string(),
  accountNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  productDesc: z.string(),
  policyNumber: z.string(),
  /** An instant in ISO format. */
  requestedAt: z.string(),
  /** The current total of the product's open bills. */
  owed: money,
  /** Whether this staff member made the request, and so cannot decide it. */
  isOwn: z.boolean(),
  /** Whether this staff member made what the request reverses, and so cannot decide it. */
  isOwnCause: z.boolean(),
})
export type WaitingCorrection = z.output<typeof waitingCorrection>

const limitErrors = [
  "agent.tooMany",
  "agent.tooManyToday",
  "agent.tooManyForCustomer",
  "accountSystem.away",
] as const

/** Credits, write-offs and their reversals by staff. */
export const staffCorrections = {
  "GET /myaccount-core/agent/bills": endpoint({
    summary: "The open bills of a customer's products, with their credits and write-offs",
    role: "staff:look",
    mayShowCachedData: true,
    query: z.object(account),
    reply: z.object({
      products: z.array(billedProduct),
      /** Above this amount, the credits and write-offs of a product need dual approval. */
      approvalAbove: money,
      messages: messageList,
    }),
    errors: ["request.notFound", ...limitErrors],
    rateLimit: { calls: 600, minutes: 10 },
  }),
  "POST /myaccount-core/agent/corrections": endpoint({
    summary: "Gives a credit for a product or writes off an open bill, once that needs no approval",
    role: "staff:money",
    body: z.object({
      /** The client of the customer. A field named `client` would mean the client of the site. */
      customerClient: client,
      accountNumber: account.accountNumber,
      policyNumber: z.string().min(1).max(60),
      kind: z.enum(["credit", "writeOff"]),
      /** The bill of a write-off; null for a credit. */
      billNumber: z.int().min(1).nullable(),
      amount: chosenMoney,
      reason: z.string().trim().min(1).max(correctionReasonLength),
    }),
    reply: z.object({ correction, messages: messageList }),
    errors: [
      "request.notFound",
      ...limitErrors,
      "correction.notOpen",
      "correction.tooMuch",
      "correction.noCredit",
      "correction.creditTooMuch",
      "correction.keyReused",
    ],
    rateLimit: { calls: 120, minutes: 10 },
    idempotencyKey: true,
  }),
  "POST /myaccount-core/agent/reversals": endpoint({
    summary:
      "Takes back a posted credit or write-off, or opens the bill that a refund left paid, once that needs no approval; or requests to release a payment whose bill is open",
    role: "staff:money",
    body: z.object({
      of: z.enum(["correction", "refund", "payment"]),
      id: z.uuid(),
      reason: z.string().trim().min(1).max(correctionReasonLength),
    }),
    reply: z.object({ correction, messages: messageList }),
    errors: [
      "request.notFound",
      ...limitErrors,
      "correction.notReversible",
      "correction.keyReused",
    ],
    rateLimit: { calls: 120, minutes: 10 },
    idempotencyKey: true,
  }),
  "GET /myaccount-core/agent/corrections": endpoint({
    summary:
      "Credits, write-offs and reversals that wait for dual approval: all for the role approve, otherwise one's own requests",
    role: "staff:look",
    mayShowCachedData: true,
    reply: z.object({ items: z.array(waitingCorrection), messages: messageList }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/agent/corrections/{id}": endpoint({
    summary:
      "Approves or refuses the credit, write-off or reversal that another staff member requested",
    role: "staff:approve",
    params: z.object({ id: z.uuid() }),
    body: z.object({ decision: z.enum(["approve", "refuse"]) }),
    reply: z.object({ messages: messageList }),
    errors: [
      "request.notFound",
      ...limitErrors,
      "agent.ownApproval",
      "agent.ownCause",
      "correction.notOpen",
      "correction.approvalOver",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "DELETE /myaccount-core/agent/corrections/{id}": endpoint({
    summary: "Withdraws one's own credit, write-off or reversal that waits for dual approval",
    role: "staff:money",
    params: z.object({ id: z.uuid() }),
    reply: z.object({ messages: messageList }),
    errors: ["request.notFound", "agent.tooMany", "agent.tooManyToday", "correction.approvalOver"],
    rateLimit: { calls: 120, minutes: 10 },
  }),
}
