import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { coverage, product } from "#contracts/products/shapes.ts"
import { endpoint } from "../endpoint.ts"
import type { MessageId } from "../messages.ts"
import { hostName, messageList, money, shownDate, yesNo } from "../shapes.ts"
import { authorizationReader } from "./authorization-reader.ts"

export const paymentStatus = z.enum([
  "submitted",
  "unknown",
  "accepted",
  "pending",
  "settled",
  "returned",
  "declined",
  "canceled",
  "partlyRefunded",
  "refunded",
  "inquiry",
  "disputed",
  "disputeWon",
  "disputeLost",
])

/** The status of a payment. `messages` explains it. */
const paymentReply = z.object({
  paymentStatus,
  /** "" before it is accepted. */
  confirmationNumber: z.string(),
  paymentAmount: money,
  /** The charged method, such as "VISA ending in 4242". */
  paymentMethod: z.string(),
  /** The time of the payment, in ISO 8601. */
  paidAt: z.string(),
  /** Y: the bank has accepted the payment and can still return it. */
  mayBeReturned: yesNo,
  /** Y: the customer must first confirm the payment at their bank. */
  needsAuthentication: yesNo,
  messages: messageList,
})
export type PaymentReply = z.output<typeof paymentReply>

/** A payment of this product that is not yet decided or posted. */
const openPayment = z.object({
  idempotencyKey: z.string(),
  paymentAmount: money,
  isAutoPay: yesNo,
  submittedDate: shownDate,
})

const dataReply = z.object({
  /** The product as the only entry. */
  activeProducts: z.array(product).length(1),
  /**
   * The amounts that can be paid, largest first: everything that is owed, the part that auto pay
   * will not charge, and the past due part.
   */
  payableAmounts: z.array(money).min(1),
  clientName: z.string(),
  /** The server's day, for the text that the person agrees to. */
  currentDate: shownDate,
  authorizationReader,
  openPayment: openPayment.nullable(),
  messages: messageList,
})
export type PayNowData = z.output<typeof dataReply>

/** `policyNumber` is the number of the product to pay for. */
const dataBody = z.object({
  ...customerBody.shape,
  /** The screen from which the person came. */
  originScreen: z.string().max(60).default(""),
})

const label = z.string().max(200)

const payNowBody = z.object({
  ...customerBody.shape,
  hostName,
  /** The amount that the person agreed to pay; refused unless it is one of `payableAmounts`. */
  totalPaymentAmount: money,
  paymentMethod: label,
  productName: label,
  paymentType: z.string().max(40),
  lastFourDigit: z.string().max(4),
  /**
   * The version of the text that the person read and agreed to
   * (`contracts/payments/authorization-rules.ts`).
   */
  authorizationVersion: z.string().max(100),
  paymentDetails: z
    .array(
      z.object({
        accountNumber: z.string().max(40),
        policyNumber: z.string().max(40),
        paymentAmount: money,
        paymentMethodRecordId: z.string().max(60),
      }),
    )
    .length(1),
})

const failures = [
  "payment.declined.insufficientFunds",
  "payment.declined.expiredCard",
  "payment.declined.incorrectCvc",
  "payment.declined.lostOrStolen",
  "payment.declined.accountClosed",
  "payment.declined.accountUnusable",
  "payment.declined.notAuthenticated",
  "payment.declined.other",
  "payment.declined.methodGone",
  "payment.declined.authorizationGone",
  "payment.declined.methodRefused",
  "payment.declined.amountRefused",
  "payment.canceled.away",
  "payment.canceled.tooLate",
  "payment.canceled.alreadyPaid",
  "payment.canceled.notAuthenticated",
  "payment.canceled.accountRefused",
  "payment.canceled.refused",
  "payment.canceled.gatewayFailed",
  "payment.canceled.otherAccount",
] as const satisfies readonly MessageId[]
/** Why a payment was not made. */
export type PaymentFailure = (typeof failures)[number]

export const payNow = {
  "POST /myaccount-core/payNow/data": endpoint({
    summary: "One product and the amount due, for customers who come from the payment center",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: dataBody,
    reply: dataReply,
    errors: ["accountSystem.away", "payment.productEnded"],
  }),
  "POST /myaccount-core/payNow/homePageData": endpoint({
    summary: "The same for customers who come from the dashboard",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: dataBody,
    reply: dataReply,
    errors: ["accountSystem.away", "payment.productEnded"],
  }),
  "POST /myaccount-core/payNow": endpoint({
    summary:
      "Pays the amount due for one product; repeated calls with one Idempotency-Key pay once and get the same reply",
    role: "customer-or-staff",
    idempotencyKey: true,
    whenAway: "payment.notMade",
    body: payNowBody,
    reply: paymentReply,
    errors: [
      "accountSystem.away",
      "request.notFound",
      "payment.unknown",
      "payment.authenticate",
      "payment.alreadyOpen",
      "payment.amountChanged",
      "payment.lessThanDue",
      "payment.nothingDue",
      "payment.billPaid",
      "payment.amountsDiffer",
      "payment.productEnded",
      "payment.notPossible",
      "payment.keyReused",
      "payment.methodExpired",
      "payment.methodUnverified",
      "payment.methodBlocked",
      "payment.methodToVerify",
      "payment.notAuthorized",
      "authorization.changed",
      "authorization.unavailable",
      "request.tooMany",
      ...failures,
    ],
  }),
  "GET /myaccount-core/payNow": endpoint({
    summary: "The status of the payment with this Idempotency-Key",
    role: "customer-or-staff",
    idempotencyKey: true,
    reply: paymentReply.extend({
      /**
       * Only once the payment is posted and its bank cannot return it, and only if the account
       * system then states a later end than before the payment.
       */
      coverage: coverage.optional(),
    }),
    errors: ["request.notFound"],
  }),
  "POST /myaccount-core/payNow/authentication": endpoint({
    summary:
      "Asks again about the payment with this Idempotency-Key, which the customer must confirm with their bank, or gives it up",
    role: "customer",
    idempotencyKey: true,
    rateLimit: { calls: 60, minutes: 10 },
    body: z.object({ isGivenUp: yesNo }),
    reply: paymentReply.extend({
      /** The page of the bank, for a frame; "" if no confirmation is needed anymore. */
      authenticateAt: z.string(),
    }),
    errors: ["request.notFound"],
  }),
}
