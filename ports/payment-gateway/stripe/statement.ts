import type Stripe from "stripe"
import type { ChargeRequest } from "../port.ts"

const longest = 22

type Descriptors = Pick<
  Stripe.PaymentIntentCreateParams,
  "statement_descriptor" | "statement_descriptor_suffix"
>

/**
 * The text on the customer's statement. For cards, Stripe puts the account's own name before it, so
 * it is short: the end of the product's number. For banks it is the whole text, of 22 characters at
 * most. Stripe refuses the characters < > \ ' " *.
 */
export function statementDescriptors({
  kind,
  description,
}: Pick<ChargeRequest, "kind" | "description">): Descriptors {
  const words = description.replace(/[^\w .,-]/g, "").split(" ")
  const number = words.pop() ?? ""
  if (kind === "card") return { statement_descriptor_suffix: `PLAN ${number.slice(-4)}` }
  const shownNumber = number.slice(-10)
  const name = words.join(" ").slice(0, longest - shownNumber.length - 1)
  // Stripe requires five characters and a letter.
  const shownName = /[A-Za-z]{3}/.test(name) ? name.trim() : "PLAN"
  return { statement_descriptor: `${shownName} ${shownNumber}`.trim() }
}
