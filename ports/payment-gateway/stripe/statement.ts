import type Stripe from "stripe"
import type { ChargeRequest } from "../port.ts"

type Descriptors = Pick<
  Stripe.PaymentIntentCreateParams,
  "statement_descriptor" | "statement_descriptor_suffix"
>

/** Stripe puts the account's prefix of up to 10 characters and "* " before it, 22 in all. */
const longestSuffix = 10

/**
 * The company's name on the customer's statement. Source:
 * https://docs.stripe.com/get-started/account/statement-descriptors
 */
export function statementDescriptors({
  kind,
  statementName,
}: Pick<ChargeRequest, "kind" | "statementName">): Descriptors {
  if (kind === "bank") return { statement_descriptor: statementName }
  const words = statementName.slice(0, longestSuffix + 1).split(" ")
  const fitting =
    statementName.length > longestSuffix ? words.slice(0, -1).join(" ") : statementName
  // Stripe requires a letter in the suffix too.
  const fromLetter = statementName.replace(/^[^A-Za-z]+/, "").slice(0, longestSuffix)
  return { statement_descriptor_suffix: /[A-Za-z]/.test(fitting) ? fitting : fromLetter }
}
