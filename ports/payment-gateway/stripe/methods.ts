import type Stripe from "stripe"
import {
  type BillingAddress,
  type DebitAcceptance,
  type KeepTerms,
  type KeptMethod,
  MethodGone,
  type NewMethod,
  type PaymentGateway,
  TokenRefused,
} from "../port.ts"
import { cancelOpenSetups, checkAuthenticated } from "./authentication.ts"
import { keyName } from "./charges.ts"
import { cardTypes, reasonOf } from "./codes.ts"
import { asGatewayError, isDetached, isGone, noneIfGone, refusalOf, whileInUse } from "./faults.ts"
import { chosenBank, isOver, prepareBank } from "./instant-bank.ts"

/** Stripe's types of payment methods for our kinds. */
export const stripeTypes = { card: "card", bank: "us_bank_account" } as const

/** Saves, authorizes, changes and removes methods. Each has its own customer at Stripe. */
export function createMethods(
  stripe: Stripe,
  timeoutMs: number,
): Pick<PaymentGateway, "prepareBank" | "keep" | "renew" | "change" | "forget"> {
  /** Finance finds the customer in Stripe's Dashboard by the holder's name or our account number. */
  async function customerFor(
    token: string,
    key: string,
    accountNumber: string,
  ): Promise<[string, Stripe.PaymentMethod]> {
    const method = await stripe.paymentMethods.retrieve(token).catch((error: unknown) => {
      if (isGone(error)) throw new TokenRefused("token_unknown")
      throw error
    })
    const { name } = method.billing_details
    const customer = await stripe.customers.create(
      { ...(name && { name }), description: accountNumber, metadata: { [keyName]: key } },
      { idempotencyKey: `${key} customer` },
    )
    const owner = idOf(method.customer)
    if (owner !== undefined && owner !== customer.id) throw new TokenRefused("token_unknown")
    return [customer.id, method]
  }

  /** Confirms that the method may be charged later. Errors: those of `keep`. */
  async function authorize(
    customer: string,
    method: Stripe.PaymentMethod,
    { acceptance, returnAddress }: KeepTerms,
    idempotencyKey: string,
  ): Promise<NewMethod> {
    const isBank = method.type === "us_bank_account"
    const made = await stripe.setupIntents
      .create(
        {
          customer,
          payment_method: method.id,
          allowed_payment_method_types: [stripeTypes[isBank ? "bank" : "card"]],
          usage: "off_session",
          confirm: true,
          ...(isBank && { mandate_data: mandateOf(acceptance) }),
          return_url: returnAddress,
        },
        { idempotencyKey },
      )
      .catch((error: unknown) => {
        throw refusalOf(error) ?? error
      })
    // A repeated request gets the first answer, which may be from before the customer confirmed.
    const intent = made.next_action?.redirect_to_url
      ? await stripe.setupIntents.retrieve(made.id)
      : made
    return savedBy(intent, method, customer)
  }

  /** Saves an account that the customer chose at their bank. Errors: those of `keep`. */
  async function keepChosen(token: string, key: string, terms: KeepTerms): Promise<NewMethod> {
    const { customer, method } = await chosenBank(stripe, token, terms)
    try {
      const { acceptance, returnAddress: return_url } = terms
      const intent = await stripe.setupIntents
        .confirm(
          token,
          { mandate_data: mandateOf(acceptance), return_url },
          { idempotencyKey: `${key} keep` },
        )
        .catch((error: unknown) => {
          // Another key has saved it.
          if (isOver(error)) throw new TokenRefused("token_unknown")
          throw refusalOf(error) ?? error
        })
      const saved = savedBy(intent, method, customer)
      const { name } = method.billing_details
      const idempotencyKey = `${key} name`
      if (name) await stripe.customers.update(customer, { name }, { idempotencyKey })
      return saved
    } catch (error) {
      const isRefused = error instanceof TokenRefused && error.reason !== "token_unknown"
      if (isRefused) await stripe.customers.del(customer).catch(noneIfGone)
      throw error
    }
  }

  async function keep(token: string, key: string, terms: KeepTerms): Promise<NewMethod> {
    if (/^seti_\w{1,100}$/.test(token)) return await keepChosen(token, key, terms)
    if (!/^pm_\w{1,100}$/.test(token)) throw new TokenRefused("token_unknown")
    const [customer, method] = await customerFor(token, key, terms.accountNumber)
    try {
      return await authorize(customer, method, terms, `${key} keep`)
    } catch (error) {
      // A refused method leaves no customer behind. Stripe repeats the refusal for this key.
      if (error instanceof TokenRefused) await stripe.customers.del(customer).catch(noneIfGone)
      throw error
    }
  }

  async function renew(reference: string, key: string, terms: KeepTerms): Promise<NewMethod> {
    const { customer, method: id } = partsOf(reference)
    const method = await stripe.paymentMethods.retrieve(id).catch(noneIfGone)
    if (!method || idOf(method.customer) !== customer) throw new MethodGone("Stripe detached it.")
    return await authorize(customer, method, terms, `${key} renew`)
  }

  return {
    prepareBank: async (key, owner) =>
      await whileInUse(timeoutMs, () => prepareBank(stripe, key, owner)).catch(asGatewayError),
    keep: async (token, key, terms) =>
      await whileInUse(timeoutMs, () => keep(token, key, terms)).catch(asGatewayError),
    renew: async (reference, key, terms) =>
      await whileInUse(timeoutMs, () => renew(reference, key, terms)).catch(asGatewayError),
    async change(reference, { expirationDate, holderName, address: billing }, key) {
      const { customer, method } = partsOf(reference)
      const [month, year] = (expirationDate ?? "").split("/").map(Number)
      const changed = await stripe.paymentMethods
        .update(
          method,
          {
            ...(expirationDate && { card: { exp_month: month ?? 0, exp_year: year ?? 0 } }),
            billing_details: {
              ...(holderName && { name: holderName }),
              ...(billing && { address: addressOf(billing) }),
            },
          },
          { idempotencyKey: `${key} change` },
        )
        .catch((error: unknown) => {
          if (isGone(error) || isDetached(error)) throw new MethodGone("Stripe has no such method.")
          throw refusalOf(error) ?? error
        })
        .catch(asGatewayError)
      return keptOf(changed, customer)
    },
    async forget(reference) {
      const { customer, method } = partsOf(reference)
      await cancelOpenSetups(stripe, customer).catch(asGatewayError)
      await stripe.paymentMethods
        .detach(method)
        .catch((error: unknown) => {
          if (!isGone(error) && !isDetached(error)) throw error
        })
        .catch(asGatewayError)
    },
  }
}

export function partsOf(reference: string): { customer: string; method: string } {
  const [customer = "", method = ""] = reference.split("/")
  if (!customer.startsWith("cus_") || !method.startsWith("pm_")) {
    throw new MethodGone("The method was never Stripe's.")
  }
  return { customer, method }
}

/** The method of a confirmed intent. Errors: `TokenRefused`, `AuthenticationNeeded`. */
function savedBy(
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  customer: string,
): NewMethod {
  const reference = `${customer}/${method.id}`
  const deposits = checkAuthenticated(intent, reference).next_action?.verify_with_microdeposits
  if (intent.status !== "succeeded" && !deposits) {
    throw new TokenRefused(reasonOf(intent.last_setup_error))
  }
  return {
    ...keptOf(method, customer),
    verifyAt: deposits?.hosted_verification_url ?? "",
    deposits: depositsOf(deposits),
    routingNumber: method.us_bank_account?.routing_number ?? "",
  }
}

/** Stripe deposits one cent with a code, or two amounts. */
function depositsOf(
  deposits: Stripe.SetupIntent.NextAction.VerifyWithMicrodeposits | undefined,
): NewMethod["deposits"] {
  if (!deposits) return ""
  return deposits.microdeposit_type === "descriptor_code" ? "code" : "amounts"
}

/** The id of an object that Stripe includes or only names. */
export function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return (typeof value === "object" ? value?.id : value) ?? undefined
}

/** Without an acceptance on the page, customers agreed by another way, such as by phone. */
function mandateOf(
  acceptance: DebitAcceptance | undefined,
): Stripe.SetupIntentCreateParams.MandateData {
  if (!acceptance) return { customer_acceptance: { type: "offline", offline: {} } }
  const { at, ip, userAgent } = acceptance
  const online = { ip_address: ip, user_agent: userAgent }
  const seconds = Math.floor(at.getTime() / 1000)
  return { customer_acceptance: { type: "online", accepted_at: seconds, online } }
}

function addressOf({ lines: [line1 = "", ...rest], city, state, zip }: BillingAddress) {
  const line2 = rest.filter((line) => line !== "").join(", ")
  return { line1, line2, city, state, postal_code: zip, country: "US" }
}

export function keptOf(method: Stripe.PaymentMethod, customer: string): KeptMethod {
  const { card, us_bank_account: bank } = method
  const month = String(card?.exp_month ?? "").padStart(2, "0")
  return {
    reference: `${customer}/${method.id}`,
    kind: card ? "card" : "bank",
    cardType: cardTypes[card?.brand ?? ""] ?? "",
    lastFour: card?.last4 ?? bank?.last4 ?? "",
    expirationDate: card ? `${month}/${card.exp_year}` : "",
    institution: bank?.bank_name ?? card?.issuer ?? "",
    maskedRoutingNumber: bank ? `*****${(bank.routing_number ?? "").slice(-4)}` : "",
  }
}
