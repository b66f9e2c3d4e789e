import Stripe from "stripe"
import {
  type Charge,
  type ChargeRequest,
  GatewaySilent,
  KeyReused,
  MethodGone,
  type PaymentGateway,
} from "../port.ts"
import { checkAuthenticated } from "./authentication.ts"
import { keyName, metadataOf, readCharge } from "./charges.ts"
import { createReports } from "./events.ts"
import { asGatewayError, createPlainClient, isGone, noneIfGone, whileInUse } from "./faults.ts"
import { readMethod } from "./method-reports.ts"
import { createMethods, methodTypes, partsOf } from "./methods.ts"
import { createBooks } from "./movements.ts"
import { createRefunds } from "./refunds.ts"
import { statementDescriptors } from "./statement.ts"

export interface StripeOptions {
  /** sk_… or a restricted key rk_…; docs/payments.md lists the permissions that it needs. */
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** https://api.stripe.com, except in tests. */
  address?: string
  /** How long to wait for an answer. */
  timeoutMs: number
}

const stripeAddress = "https://api.stripe.com"
/** The version that the code was written for. The Stripe account's default does not apply. */
const apiVersion = "2026-10-28.endive"

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
    apiVersion,
  })

  /** The payment of this key with this method, of any age: Stripe forgets keys after a day. */
  async function earlier({
    key,
    reference,
  }: Pick<ChargeRequest, "key" | "reference">): Promise<Stripe.PaymentIntent | undefined> {
    const { customer } = partsOf(reference)
    const made = stripe.paymentIntents.list({
      customer,
      limit: 100,
      expand: ["data.latest_charge"],
    })
    for await (const intent of made) {
      if (intent.metadata[keyName] === key) return intent
    }
    return undefined
  }

  /** Makes a payment that moves no money, so that a charge with the same key is refused. */
  async function block({ key, reference, amount }: ChargeRequest): Promise<Stripe.PaymentIntent> {
    const { customer } = partsOf(reference)
    return await stripe.paymentIntents.create(
      { amount, currency: "usd", customer, metadata: { [keyName]: key } },
      { idempotencyKey: `${key} charge` },
    )
  }

  async function cancel(request: ChargeRequest): Promise<Charge | undefined> {
    const made = await earlier(request)
    const intent = made ?? (await block(request))
    if (!isFinal(intent)) await stripe.paymentIntents.cancel(intent.id)
    // The customer had not confirmed it, so no bank was asked for the money.
    if (made?.status === "requires_action") return undefined
    return made && (await readCharge(stripe, made))
  }

  async function create(request: ChargeRequest): Promise<Stripe.PaymentIntent> {
    const { key, reference, amount, description, isCustomerPresent, returnAddress } = request
    const { customer, method } = partsOf(reference)
    return await stripe.paymentIntents
      .create(
        {
          amount,
          currency: "usd",
          customer,
          payment_method: method,
          allowed_payment_method_types: methodTypes,
          description,
          metadata: metadataOf(key, request.memo ?? ""),
          ...statementDescriptors(request),
          off_session: !isCustomerPresent,
          confirm: true,
          // Without a customer to confirm it, decline instead of leaving it open.
          ...(returnAddress ? { return_url: returnAddress } : { error_on_requires_action: true }),
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
    ...createMethods(stripe, timeoutMs),
    readMethod: async (reference) =>
      await readMethod(stripe, reference).catch(noneIfGone).catch(asGatewayError),
    async charge(request) {
      return await whileInUse(timeoutMs, async () => {
        const made = (await earlier(request)) ?? (await create(request))
        if (made.amount !== request.amount) throw new KeyReused(request.key)
        return await readCharge(stripe, checkAuthenticated(made, request.reference))
      })
        .catch(async (error: unknown) => {
          if (!(await isMethodGone(stripe, error, request))) throw error
          throw new MethodGone("Stripe does not know the method.")
        })
        .catch(asGatewayError)
    },
    async find(request) {
      const made = await earlier(request).catch(noneIfGone).catch(asGatewayError)
      if (!made) return undefined
      const intent = checkAuthenticated(made, request.reference)
      return await readCharge(stripe, intent).catch(asGatewayError)
    },
    cancel: async (request) =>
      await cancel(request)
        .catch(async (error: unknown) => {
          if (!(await isMethodGone(stripe, error, request))) throw error
          return undefined
        })
        .catch((error: unknown) => {
          // The key is used, and yet no payment is listed: Stripe is still working on it.
          if (error instanceof Stripe.errors.StripeIdempotencyError) {
            throw new GatewaySilent("Stripe: the charge is in progress.", { cause: error })
          }
          return asGatewayError(error)
        }),
    ...createBooks(stripe),
    ...createRefunds(stripe, timeoutMs),
    readReport: createReports(stripe, webhookSecret),
  }
}

/** Whether a payment cannot be canceled any more. */
function isFinal({ status }: Stripe.PaymentIntent): boolean {
  return status === "processing" || status === "succeeded" || status === "canceled"
}

/**
 * Whether nothing can be charged because the method is gone. A customer that Stripe never had is a
 * fault of the operator: the key is from another account, or for tests. Stripe still returns
 * deleted customers.
 */
async function isMethodGone(
  stripe: Stripe,
  error: unknown,
  { reference }: ChargeRequest,
): Promise<boolean> {
  if (error instanceof MethodGone) return true
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError && isGone(error))) return false
  if (error.code !== "resource_missing") return true
  if (error.param !== "customer") return error.param === "payment_method"
  const { customer } = partsOf(reference)
  const found = await stripe.customers.retrieve(customer).catch(noneIfGone)
  return found?.deleted === true
}
