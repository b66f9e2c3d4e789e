import { z } from "zod"
import { instantText } from "../outside-dates.ts"
import { client } from "../shapes.ts"
import { isKeyText } from "../storable-text.ts"

/**
 * A number with spaces around it would not match any account, and its event would have no effect.
 */
const number = z.string().max(60).refine(isKeyText)
const account = { client: client.refine(isKeyText), accountNumber: number }
const policyNumber = number

/**
 * The `data` of each event that the account system may send us, by type. Additional fields are
 * ignored.
 */
const receivedData = {
  "bill.issued": z.object({ ...account, policyNumber }),
  /** `paymentId` is the id of our posted payment; absent for money that was paid in another way. */
  "payment.posted": z.object({ ...account, policyNumber, paymentId: z.uuid().optional() }),
  /** One of our payments that the account system reversed on its own, without our request. */
  "payment.reversed": z.object({ ...account, policyNumber, paymentId: z.uuid() }),
  "account.closed": z.object(account),
  "account.changed": z.object(account),
}

export type ReceivedType = keyof typeof receivedData
export const receivedTypes = Object.keys(receivedData) as ReceivedType[]

/** The body of an event of this type. */
function bodyOf<Type extends ReceivedType>(type: Type) {
  return z.object({
    type: z.literal(type),
    timestamp: instantText,
    data: receivedData[type],
  })
}

/** The body of any event that the account system may send us. */
export const receivedEvent = z.discriminatedUnion("type", [
  bodyOf("bill.issued"),
  bodyOf("payment.posted"),
  bodyOf("payment.reversed"),
  bodyOf("account.closed"),
  bodyOf("account.changed"),
])

export type ReceivedEvent = z.output<typeof receivedEvent>
