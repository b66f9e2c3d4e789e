import Stripe from "stripe"
import { type BankOwner, TokenRefused } from "../port.ts"
import { keyName } from "./charges.ts"
import { reasonOf } from "./codes.ts"
import { isGone } from "./faults.ts"

/** The name under which a SetupIntent has its owner. */
const ownerName = "my_account_customer"

function ownerOf({ client, accountNumber }: BankOwner): string {
  return `${client} ${accountNumber}`
}

/**
 * What lets a customer sign in to their bank in Stripe's window. `instant`: without numbers typed
 * there, because our form takes these. Source:
 * https://docs.stripe.com/financial-connections/ach-direct-debit-payments
 */
export const instantBank = {
  allowed_payment_method_types: ["us_bank_account"],
  usage: "off_session",
  payment_method_options: {
    us_bank_account: {
      financial_connections: { permissions: ["payment_method"] },
      verification_method: "instant",
    },
  },
} as const satisfies Stripe.SetupIntentCreateParams

/** Makes the customer and the SetupIntent whose secret opens Stripe's window. */
export async function prepareBank(
  stripe: Stripe,
  key: string,
  owner: BankOwner,
): Promise<{ session: string }> {
  const customer = await stripe.customers.create(
    { description: owner.accountNumber, metadata: { [keyName]: key } },
    { idempotencyKey: `${key} customer` },
  )
  const metadata = { [keyName]: key, [ownerName]: ownerOf(owner) }
  const { client_secret: session } = await stripe.setupIntents.create(
    { ...instantBank, customer: customer.id, metadata },
    { idempotencyKey: `${key} bank` },
  )
  if (session === null) throw new Error("Stripe's SetupIntent has no client secret.")
  return { session }
}

/**
 * The account that this owner chose at their bank.
 *
 * Errors: `TokenRefused` if there is none: another owner's, canceled, not chosen, or refused before.
 */
export async function chosenBank(
  stripe: Stripe,
  id: string,
  owner: BankOwner,
): Promise<{ customer: string; method: Stripe.PaymentMethod }> {
  const intent = await stripe.setupIntents
    .retrieve(id, { expand: ["payment_method"] })
    .catch((error: unknown) => {
      if (isGone(error)) throw new TokenRefused("token_unknown")
      throw error
    })
  const { customer, payment_method: method, metadata, last_setup_error: refusal } = intent
  const isTheirs = metadata?.[ownerName] === ownerOf(owner)
  if (!isTheirs || typeof customer !== "string") throw new TokenRefused("token_unknown")
  if (typeof method !== "object" || !method || intent.status === "canceled") {
    throw new TokenRefused(refusal ? reasonOf(refusal) : "token_unknown")
  }
  return { customer, method }
}

/** Whether a SetupIntent was confirmed or canceled before. */
export function isOver(error: unknown): boolean {
  const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError
  return isRefusal && error.code === "setup_intent_unexpected_state"
}
