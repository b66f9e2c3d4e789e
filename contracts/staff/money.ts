import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { chosenMoney, client, messageList, money, shownDate, yesNo } from "../shapes.ts"

const account = { client, accountNumber: z.string().min(1).max(60) }
/** The reason that staff enter. */
const enteredReason = z.string().trim().min(1).max(200)
/** The client of the customer. A field named `client` would mean the client of the site. */
const customerClient = client

/** What staff see of each refund, credit, write-off and reversal. */
const staffRequest = z.object({
  id: z.string(),
  /** The reason given by staff; "" for a refund that was made on the gateway's own pages. */
  reason: z.string(),
  /** Whether it, or the bill that a refund left as paid, can be reversed now. */
  isReversible: z.boolean(),
  /** "" for a refund that was made on the gateway's own pages. */
  requestedBy: z.string(),
  /** The staff member who approved or denied it; "" if no approval was needed. */
  decidedBy: z.string(),
})

/** What staff see besides while it waits for dual approval. */
const waitingRequest = z.object({
  client,
  clientName: z.string(),
  accountNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** An instant in ISO format. */
  requestedAt: z.string(),
  /** Whether this staff member made the request, and so cannot decide it. */
  isOwn: z.boolean(),
  /**
   * Whether this staff member made the refunded payment for the customer, or what the request
   * reverses, and so cannot decide it.
   */
  isOwnCause: z.boolean(),
})

const refund = z.object({
  ...staffRequest.shape,
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
  /** Whether the bills that the payment settled are due again. If not, a credit settles them. */
  reopens: z.boolean(),
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
  ...waitingRequest.shape,
  confirmationNumber: z.string(),
  paymentAmount: money,
  paymentMethod: z.string(),
})
export type WaitingRefund = z.output<typeof waitingRefund>

/**
 * `release`: a payment no longer counts for a bill that is open according to the account system.
 */
const kind = z.enum(["credit", "writeOff", "reversal", "release"])

const correction = z.object({
  ...staffRequest.shape,
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
  ...waitingRequest.shape,
  productDesc: z.string(),
  policyNumber: z.string(),
  /** The current total of the product's open bills. */
  owed: money,
})
export type WaitingCorrection = z.output<typeof waitingCorrection>

const staffLimitErrors = ["agent.tooMany", "agent.tooManyToday"] as const
const limitErrors = [...staffLimitErrors, "agent.tooManyForCustomer", "accountSystem.away"] as const
const refundErrors = [
  "request.notFound",
  "refund.notPossible",
  "refund.notSettled",
  "refund.tooOld",
  "refund.waits",
  "refund.allRefunded",
  "refund.tooMuch",
  ...limitErrors,
] as const
const approvalErrors = ["agent.ownApproval", "agent.ownCause"] as const

const rateLimit = { calls: 120, minutes: 10 }
const params = z.object({ id: z.uuid() })
const onlyMessages = z.object({ messages: messageList })
const asked = { role: "staff:money", rateLimit, idempotencyKey: true } as const
const listed = { role: "staff:look", mayShowCachedData: true } as const
const decided = {
  role: "staff:approve",
  params,
  body: z.object({ decision: z.enum(["approve", "refuse"]) }),
  reply: onlyMessages,
  rateLimit,
} as const
const withdrawn = { role: "staff:money", params, reply: onlyMessages, rateLimit } as const

/** Refunds by staff, which may need dual approval. */
export const staffRefunds = {
  "GET /myaccount-core/agent/payments": endpoint({
    ...listed,
    summary: "The payments of a customer with their gateway references and refunds, newest first",
    query: z.object(account),
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
    errors: ["request.notFound", ...staffLimitErrors, "accountSystem.away"],
    rateLimit: { calls: 600, minutes: 10 },
  }),
  "POST /myaccount-core/agent/refunds": endpoint({
    ...asked,
    summary: "Refunds a payment, in part or in full, once it needs no approval or has it",
    body: z.object({
      /** Confirmation numbers are unique only within a client. */
      customerClient,
      confirmationNumber: z.string().min(1).max(20),
      refundAmount: chosenMoney,
      reason: enteredReason,
      reopens: z.boolean(),
    }),
    reply: z.object({ refund, messages: messageList }),
    errors: [...refundErrors, "refund.keyReused"],
  }),
  "GET /myaccount-core/agent/refunds": endpoint({
    ...listed,
    summary:
      "Refunds that wait for dual approval: all for the role approve, otherwise one's own requests",
    reply: z.object({ items: z.array(waitingRefund), messages: messageList }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/agent/refunds/{id}": endpoint({
    ...decided,
    summary: "Approves or refuses the refund that another staff member requested",
    errors: [...refundErrors, ...approvalErrors, "refund.approvalOver"],
  }),
  "DELETE /myaccount-core/agent/refunds/{id}": endpoint({
    ...withdrawn,
    summary: "Withdraws one's own refund that waits for dual approval",
    errors: ["request.notFound", ...staffLimitErrors, "refund.approvalOver"],
  }),
}

/** Credits, write-offs and their reversals by staff, which may need dual approval. */
export const staffCorrections = {
  "GET /myaccount-core/agent/bills": endpoint({
    ...listed,
    summary: "The open bills of a customer's products, with their credits and write-offs",
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
    ...asked,
    summary: "Gives a credit for a product or writes off an open bill, once that needs no approval",
    body: z.object({
      customerClient,
      accountNumber: account.accountNumber,
      policyNumber: z.string().min(1).max(60),
      kind: z.enum(["credit", "writeOff"]),
      /** The bill of a write-off; null for a credit. */
      billNumber: z.int().min(1).nullable(),
      amount: chosenMoney,
      reason: enteredReason,
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
  }),
  "POST /myaccount-core/agent/reversals": endpoint({
    ...asked,
    summary:
      "Takes back a posted credit or write-off, or opens the bill that a refund left paid, once that needs no approval; or requests to release a payment whose bill is open",
    body: z.object({
      of: z.enum(["correction", "refund", "payment"]),
      id: z.uuid(),
      reason: enteredReason,
    }),
    reply: z.object({ correction, messages: messageList }),
    errors: [
      "request.notFound",
      ...limitErrors,
      "correction.notReversible",
      "correction.keyReused",
    ],
  }),
  "GET /myaccount-core/agent/corrections": endpoint({
    ...listed,
    summary:
      "Credits, write-offs and reversals that wait for dual approval: all for the role approve, otherwise one's own requests",
    reply: z.object({ items: z.array(waitingCorrection), messages: messageList }),
    errors: ["accountSystem.away"],
  }),
  "POST /myaccount-core/agent/corrections/{id}": endpoint({
    ...decided,
    summary:
      "Approves or refuses the credit, write-off or reversal that another staff member requested",
    errors: [
      "request.notFound",
      ...limitErrors,
      ...approvalErrors,
      "correction.notOpen",
      "correction.approvalOver",
    ],
  }),
  "DELETE /myaccount-core/agent/corrections/{id}": endpoint({
    ...withdrawn,
    summary: "Withdraws one's own credit, write-off or reversal that waits for dual approval",
    errors: ["request.notFound", ...staffLimitErrors, "correction.approvalOver"],
  }),
}
