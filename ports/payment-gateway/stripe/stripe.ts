import Stripe from "stripe"
import {
  type BillingAddress,
  type Charge,
  type ChargeRequest,
  type KeptMethod,
  KeyReused,
  MethodGone,
  type NewMethod,
  type PaymentGateway,
  TokenRefused,
} from "../port.ts"
import { chargeOf, keyName } from "./charges.ts"
import { createReports } from "./events.ts"
import { asGatewayError, createPlainClient, isGone, refusalOf, whileInUse } from "./faults.ts"

export interface StripeOptions {
  /** sk_… or a restricted key rk_…; docs/payments.md lists the permissions it options. */
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** https://api.stripe.com, except in tests. */
  address?: string
  /** How long to wait for an answer. */
  timeoutMs: number
}

const stripeAddress = "https://api.stripe.com"
const methodTypes: ["card", "us_bank_account"] = ["card", "us_bank_account"]

/**
 * Stripe, for cards and US bank accounts. Stripe's idempotency keys are shared by all requests of
 * the account, so each of ours names its purpose. Each saved method has its own customer at Stripe,
 * so that its charges can be listed: its reference is `cus_…/pm_…`.
 */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { publishableKey, webhookSecret, address = stripeAddress, timeoutMs } = options
  const { protocol, hostname, port } = new URL(address)
  const stripe = new Stripe(options.secretKey, {
    host: hostname,
    port: port === "" ? 443 : port,
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    httpClient: createPlainClient(protocol === "https:"),
    // The caller decides about retries: it has recorded the payment's state by then.
    maxNetworkRetries: 0,
    telemetry: false,
  })

  /** The charge of this key with this method, of any age: Stripe forgets keys after a day. */
  async function earlier({ key, reference }: ChargeRequest): Promise<Charge | undefined> {
    const { customer } = partsOf(reference)
    const made = stripe.paymentIntents.list({
      customer,
      limit: 100,
      expand: ["data.latest_charge"],
    })
    for await (const intent of made) {
      if (intent.metadata[keyName] === key) return chargeOf(intent)
    }
    return undefined
  }

  async function create({ key, reference, amount, description }: ChargeRequest): Promise<Charge> {
    const { customer, method } = partsOf(reference)
    const intent = await stripe.paymentIntents
      .create(
        {
          amount,
          currency: "usd",
          customer,
          payment_method: method,
          allowed_payment_method_types: methodTypes,
          description,
          metadata: { [keyName]: key },
          off_session: true,
          confirm: true,
          // No cardholder is present to authenticate: decline instead of leaving it open.
          error_on_requires_action: true,
          expand: ["latest_charge"],
        },
        { idempotencyKey: `${key} charge` },
      )
      .catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeCardError && error.payment_intent) {
          return error.payment_intent
        }
        throw error
      })
    return chargeOf(intent)
  }

  async function customerFor(token: string, key: string): Promise<[string, Stripe.PaymentMethod]> {
    const method = await stripe.paymentMethods.retrieve(token).catch((error: unknown) => {
      if (isGone(error)) throw new TokenRefused("token_unknown")
      throw error
    })
    const customer = await stripe.customers.create(
      { metadata: { [keyName]: key } },
      { idempotencyKey: `${key} customer` },
    )
    const owner = typeof method.customer === "string" ? method.customer : method.customer?.id
    if (owner !== undefined && owner !== customer.id) throw new TokenRefused("token_unknown")
    return [customer.id, method]
  }

  async function keep(token: string, key: string): Promise<NewMethod> {
    if (!/^pm_\w{1,100}$/.test(token)) throw new TokenRefused("token_unknown")
    const [customer, method] = await customerFor(token, key)
    const isBank = method.type === "us_bank_account"
    const intent = await stripe.setupIntents
      .create(
        {
          customer,
          payment_method: token,
          allowed_payment_method_types: methodTypes,
          usage: "off_session",
          confirm: true,
          ...(isBank && { mandate_data: mandate }),
        },
        { idempotencyKey: `${key} keep` },
      )
      .catch((error: unknown) => {
        throw refusalOf(error) ?? error
      })
    const deposits = intent.next_action?.verify_with_microdeposits
    // Otherwise the card's bank requires authentication, which is not possible later.
    if (intent.status !== "succeeded" && !deposits) throw new TokenRefused("other")
    const verifyAt = deposits?.hosted_verification_url ?? ""
    return { ...keptOf(method, customer), verifyAt }
  }

  return {
    name: "stripe",
    inBrowser: { kind: "stripe", address, publishableKey },

    async available() {
      const asked = stripe.balance.retrieve({}, { timeout: 3_000 })
      return await asked.then(
        () => true,
        () => false,
      )
    },
    keep: async (token, key) =>
      await whileInUse(timeoutMs, () => keep(token, key)).catch(asGatewayError),
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
          if (isGone(error)) throw new MethodGone("Stripe does not know the method.")
          throw refusalOf(error) ?? error
        })
        .catch(asGatewayError)
      return keptOf(changed, customer)
    },
    async forget(reference) {
      const { method } = partsOf(reference)
      await stripe.paymentMethods
        .detach(method)
        .catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
        .catch(asGatewayError)
    },
    async charge(request) {
      const charge = await whileInUse(
        timeoutMs,
        async () => (await earlier(request)) ?? (await create(request)),
      )
        .catch((error: unknown) => {
          if (isGone(error)) throw new MethodGone("Stripe does not know the method.")
          throw error
        })
        .catch(asGatewayError)
      if (charge.amount !== request.amount) throw new KeyReused(request.key)
      return charge
    },
    async find(key) {
      const query = `metadata["${keyName}"]:"${key.replace(/["\\]/g, "\\$&")}"`
      const { data } = await stripe.paymentIntents
        .search({ query, limit: 1, expand: ["data.latest_charge"] })
        .catch(asGatewayError)
      return data[0] && chargeOf(data[0])
    },
    readReport: createReports(stripe, webhookSecret),
  }
}

function partsOf(reference: string): { customer: string; method: string } {
  const [customer = "", method = ""] = reference.split("/")
  if (!customer.startsWith("cus_") || !method.startsWith("pm_")) {
    throw new MethodGone("The method was never Stripe's.")
  }
  return { customer, method }
}

/**
 * No mandate text for debits is sent here: customers give it with each payment and with auto pay,
 * and we keep it with its text, time and address.
 */
const mandate: Stripe.SetupIntentCreateParams.MandateData = {
  customer_acceptance: { type: "offline", offline: {} },
}

function addressOf({ lines: [line1 = "", ...rest], city, state, zip }: BillingAddress) {
  const line2 = rest.filter((line) => line !== "").join(", ")
  return { line1, line2, city, state, postal_code: zip, country: "US" }
}

const cardTypes: Record<string, KeptMethod["cardType"]> = {
  visa: "VS",
  mastercard: "MC",
  discover: "DS",
  amex: "AM",
}

function keptOf(method: Stripe.PaymentMethod, customer: string): KeptMethod {
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
