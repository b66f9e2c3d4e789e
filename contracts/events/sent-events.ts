import { z } from "zod"
import { instantText, plainDate } from "../outside-dates.ts"
import { client, money } from "../shapes.ts"

const changedBy = z.enum(["customer", "staff"])

/** Fields of every event. */
const about = {
  client,
  accountNumber: z.string().min(1),
  /** Numbers the events of the account in order: a larger number happened later. */
  sequence: z.int().positive(),
  /** The client's business day. */
  day: plainDate,
}

const payment = {
  paymentId: z.uuid(),
  policyNumber: z.string(),
  amount: money,
  origin: z.enum(["payNow", "autoPay"]),
  method: z.enum(["card", "bank"]),
  confirmationNumber: z.string().nullable(),
}
const refund = { refundId: z.uuid(), paymentId: z.uuid(), policyNumber: z.string(), amount: money }

/**
 * The `data` of each event that we send, by type. docs/events/ has a page for each, and a test
 * compares the two. No card data, names or addresses.
 */
const sentData = {
  "payment.accepted": z.strictObject({ ...about, ...payment }),
  "payment.declined": z.strictObject({ ...about, ...payment, reason: z.string() }),
  "payment.returned": z.strictObject({ ...about, ...payment, reason: z.string() }),
  "payment.disputed": z.strictObject({
    ...about,
    ...payment,
    status: z.enum(["inquiry", "disputed", "disputeWon", "disputeLost"]),
  }),
  "payment.refunded": z.strictObject({ ...about, ...refund }),
  "payment.refundFailed": z.strictObject({ ...about, ...refund }),
  "autoPay.changed": z.strictObject({
    ...about,
    policyNumber: z.string(),
    isOn: z.boolean(),
    frequencyCode: z.string(),
    changedBy,
  }),
  "autoPay.suspended": z.strictObject({
    ...about,
    policyNumber: z.string(),
    reason: z.string(),
    /** The failed charge; null if none was made. */
    paymentId: z.uuid().nullable(),
  }),
  "contact.changed": z.strictObject({
    ...about,
    changed: z.array(z.enum(["address", "phoneNumber", "email"])).min(1),
    changedBy,
  }),
  "customer.registered": z.strictObject(about),
  /** `link`: through the link in an email, which works without signing in. */
  "emails.subscribed": z.strictObject({
    ...about,
    changedBy: z.enum(["customer", "staff", "link"]),
  }),
  "emails.unsubscribed": z.strictObject({
    ...about,
    changedBy: z.enum(["customer", "staff", "link"]),
  }),
}

export type SentType = keyof typeof sentData
export const sentTypes = Object.keys(sentData) as SentType[]

/** The data of the change itself. The other fields are added when the event is written. */
export type SentFacts<Type extends SentType> = Omit<
  z.output<(typeof sentData)[Type]>,
  keyof typeof about
>

/** The body of an event of this type. */
export function sentEvent(type: SentType) {
  return z.strictObject({
    type: z.literal(type),
    /** The time of the event. */
    timestamp: instantText,
    data: sentData[type],
  })
}
