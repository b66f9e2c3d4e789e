import Stripe from "stripe"
import {
  AuthorizationGone,
  type Charge,
  ChargeRefused,
  type ChargeRequest,
  KeyReused,
  MethodGone,
  minimumCharge,
  type PaymentGateway,
  stripeGatewayName,
} from "../port.ts"
import { stripeAddress, stripeScript } from "./addresses.ts"
import { checkAuthenticated } from "./authentication.ts"
import {
  type BlockReason,
  blockedCharge,
  blockName,
  declineOf,
  isBlock,
  isUnasked,
  keyName,
  metadataOf,
  readCharge,
} from "./charges.ts"
import { connectToStripe, type StripeConnection } from "./client.ts"
import { reasonOf } from "./codes.ts"
import { createReports } from "./events.ts"
import { asGatewayError, chargeRefusalOf, isGone, noneIfGone, whileInUse } from "./faults.ts"
import { readMethod } from "./method-reports.ts"
import { createMethods, idOf, partsOf, stripeTypes } from "./methods.ts"
import { createBooks } from "./movements.ts"
import { createRefunds } from "./refunds.ts"
import { statementDescriptors } from "./statement.ts"

export interface StripeOptions extends StripeConnection {
  /** sk_… or a restricted key rk_…; docs/stripe.md lists the permissions that it needs. */
  secretKey: string
  publishableKey: string
  /** The secrets of the webhook endpoint: while it is rolled, the earlier one and the new one. */
  webhookSecrets: readonly string[]
  /** The account of these keys, acct_…; absent for the installation's. */
  account?: string
  /** Whether customers may sign in to their bank; false if absent. Stripe charges for each account. */
  hasInstantBank?: boolean
  /** The address of Stripe.js; `stripeScript`, except in tests. */
  script?: string
}

/**
 * Stripe, for cards and US bank accounts. Stripe's idempotency keys are shared by all requests of
 * the account, so each of ours names its purpose. Each saved method has its own customer at Stripe,
 * so that its charges can be listed: its reference is `cus_…/pm_…`.
 */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const { publishableKey, webhookSecrets, address = stripeAddress, timeoutMs } = options
  const stripe = connectToStripe(options.secretKey, options)

  /**
   * The payment of this key with this method, of any age: Stripe forgets keys after a day. A charge
   * comes before the payment that blocks its key. A payment that no network or bank was asked about
   * is neither: Stripe is still executing its request, or refused it.
   */
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
    let block: Stripe.PaymentIntent | undefined
    for await (const intent of made) {
      if (intent.metadata[keyName] !== key) continue
      if (isBlock(intent)) block = intent
      else if (!isUnasked(intent)) return intent
    }
    return block
  }

  /**
   * Prevents a charge with this key: makes a payment that moves no money and names the reason, under
   * an idempotency key of its own, because Stripe repeats what it stored under the charge's. Returns
   * that payment, or the charge if one was made in the meantime.
   */
  async function block(request: ChargeRequest, reason: BlockReason): Promise<Stripe.PaymentIntent> {
    const { key } = request
    const { customer } = partsOf(request.reference)
    const blocking = await stripe.paymentIntents.create(
      {
        // It is never confirmed, and Stripe may have refused the charge because of its amount.
        amount: declineOf(reason) === undefined ? minimumCharge : request.amount,
        currency: "usd",
        customer,
        metadata: { [keyName]: key, [blockName]: reason },
      },
      { idempotencyKey: `${key} block` },
    )
    await stripe.paymentIntents.cancel(blocking.id).catch((error: unknown) => {
      // An earlier call has canceled it.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
    return (await earlier(request)) ?? blocking
  }

  async function cancel(request: ChargeRequest): Promise<Charge | undefined> {
    const made = (await earlier(request)) ?? (await block(request, "canceled"))
    if (isBlock(made)) return blockedCharge(made)
    if (!isFinal(made)) await stripe.paymentIntents.cancel(made.id)
    // The customer had not confirmed it, so no bank was asked for the money.
    if (made.status === "requires_action") return undefined
    return await readCharge(stripe, made)
  }

  /** The charge of a new payment. Errors: those of `charge`. */
  async function create(request: ChargeRequest): Promise<Charge> {
    const { key, reference, amount, description, kind } = request
    const { customer, method } = partsOf(reference)
    try {
      const intent = await stripe.paymentIntents.create(
        {
          amount,
          currency: "usd",
          customer,
          payment_method: method,
          // Stripe refuses `payment_method_types` since 2026-09-30.endive (its changelog), and refuses
          // to confirm without an address, also for a method that never redirects
          // (opencollective/opencollective-frontend#12346).
          allowed_payment_method_types: [stripeTypes[kind]],
          return_url: request.returnAddress,
          description,
          metadata: metadataOf(key, request.memo ?? ""),
          ...statementDescriptors(request),
          off_session: !request.isCustomerPresent,
          confirm: true,
          // Without a customer to confirm it, decline instead of leaving it open.
          ...(!request.canAuthenticate && { error_on_requires_action: true }),
          expand: ["latest_charge"],
        },
        { idempotencyKey: `${key} charge` },
      )
      if (intent.amount !== amount) throw new KeyReused(key)
      return asAnswer(await readCharge(stripe, checkAuthenticated(intent, reference)))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) {
        const named = error.payment_intent
        const isOurs = named?.metadata[keyName] === key
        const made = isOurs ? named : await earlier(request)
        if (made && !isBlock(made)) return asAnswer(await readCharge(stripe, made))
        // No payment that Stripe lists repeats this decline.
        const blocked = await block(request, `declined ${reasonOf(error)}`)
        return asAnswer(await readMade(blocked, request))
      }
      const refusal = chargeRefusalOf(error)
      if (!refusal) throw error
      return await refuse(request, refusal)
    }
  }

  /** Throws the refusal, after its key was blocked; returns the charge if one was made after all. */
  async function refuse(
    request: ChargeRequest,
    refusal: ChargeRefused | AuthorizationGone,
  ): Promise<Charge> {
    const { customer, method } = partsOf(request.reference)
    // Stripe refuses a detached method without a code.
    const saved = await stripe.paymentMethods.retrieve(method).catch(noneIfGone)
    if (idOf(saved?.customer) !== customer) throw new MethodGone("Stripe has detached the method.")
    const reason = refusal instanceof ChargeRefused ? refusal.refusedFor : "authorization"
    const made = (await earlier(request)) ?? (await block(request, reason))
    if (isBlock(made)) throw refusal
    return asAnswer(await readCharge(stripe, made))
  }

  /** The charge that was made with this key. Errors: the refusal for which it was blocked. */
  async function readMade(
    made: Stripe.PaymentIntent,
    { key, reference }: Pick<ChargeRequest, "key" | "reference">,
  ): Promise<Charge> {
    if (!isBlock(made)) return await readCharge(stripe, checkAuthenticated(made, reference))
    const declined = blockedCharge(made)
    if (declined) return declined
    const reason = made.metadata[blockName] as Exclude<BlockReason, `declined ${string}`>
    if (reason === "canceled") throw new KeyReused(key)
    if (reason === "authorization") throw new AuthorizationGone("refused before")
    throw new ChargeRefused(reason, "refused before")
  }

  return {
    name: stripeGatewayName(options.account),
    inBrowser: {
      kind: "stripe",
      address,
      publishableKey,
      script: options.script ?? stripeScript,
      frames: "",
      hasInstantBank: options.hasInstantBank ?? false,
    },

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
        const made = await earlier(request)
        if (!made) return await create(request)
        if (!isBlock(made) && made.amount !== request.amount) throw new KeyReused(request.key)
        return await readMade(made, request)
      })
        .catch(async (error: unknown) => {
          if (!(await isMethodGone(stripe, error, request))) throw error
          throw new MethodGone("Stripe does not know the method.")
        })
        .catch(asGatewayError)
    },
    async find(request) {
      const made = await earlier(request).catch(noneIfGone).catch(asGatewayError)
      if (!made || made.metadata[blockName] === "canceled") return undefined
      return await readMade(made, request).catch(asGatewayError)
    },
    cancel: async (request) =>
      await cancel(request)
        .catch(async (error: unknown) => {
          if (!(await isMethodGone(stripe, error, request))) throw error
          return undefined
        })
        .catch(asGatewayError),
    ...createBooks(stripe),
    ...createRefunds(stripe, timeoutMs),
    readReport: createReports(stripe, webhookSecrets),
  }
}

/** A failure in the answer to a charge is a decline: no debit was on its way. */
function asAnswer(charge: Charge): Charge {
  return charge.status === "returned" ? { ...charge, status: "declined" } : charge
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
  if (error.param !== "customer") return error.param === "payment_method"
  const { customer } = partsOf(reference)
  const found = await stripe.customers.retrieve(customer).catch(noneIfGone)
  return found?.deleted === true
}
