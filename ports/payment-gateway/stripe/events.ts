import Stripe from "stripe"
import {
  type GatewayReport,
  type MethodReport,
  type PaymentGateway,
  ReportRefused,
} from "../port.ts"
import { intentOfCharge, readCharge } from "./charges.ts"
import { asGatewayError } from "./faults.ts"
import { idOf, reportOfMethod, reportOfSetup } from "./method-reports.ts"

/**
 * Reads Stripe's webhooks. An event only names a payment or a method; its state is requested from
 * Stripe, so that late, duplicate and reordered events lead to the right result.
 */
export function createReports(stripe: Stripe, webhookSecret: string): PaymentGateway["readReport"] {
  return async function readReport(
    headers,
    body,
  ): Promise<GatewayReport | MethodReport | undefined> {
    const event = verified(stripe, body, headers["stripe-signature"], webhookSecret)
    if (event.type === "setup_intent.setup_failed" || event.type === "setup_intent.canceled") {
      return await reportOfSetup(stripe, event.data.object.id).catch(asGatewayError)
    }
    const changed = methodOf(event)
    if (changed !== undefined) return await reportOfMethod(stripe, changed).catch(asGatewayError)
    const about = paymentOf(event)
    const id = about?.charge
      ? await intentOfCharge(stripe, about.charge).catch(asGatewayError)
      : about?.intent
    if (id === undefined) return undefined
    const intent = await stripe.paymentIntents
      .retrieve(id, { expand: ["latest_charge"] })
      .catch(asGatewayError)
    // The customer has not confirmed it yet; another event reports the result.
    if (intent.status === "requires_action") return undefined
    const { amount: _, ...report } = await readCharge(stripe, intent).catch(asGatewayError)
    return report.status === "pending" ? undefined : report
  }
}

/** The method of an event about one that the card network renewed or the customer verified. */
function methodOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case "payment_method.automatically_updated":
      return event.data.object.id
    case "setup_intent.succeeded":
      return idOf(event.data.object.payment_method)
    default:
      return undefined
  }
}

function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  secret: string,
): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", secret)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
    throw new ReportRefused("The signature is not Stripe's.", { cause: error })
  }
}

/** The payment of an event, or its charge if it names only that; undefined for other types. */
function paymentOf(event: Stripe.Event): { intent?: string; charge?: string } | undefined {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return { intent: event.data.object.id }
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const { object } = event.data
      const intent = idOf(object.payment_intent)
      const charge = object.object === "charge" ? object.id : idOf(object.charge)
      return intent !== undefined ? { intent } : charge !== undefined ? { charge } : undefined
    }
    default:
      return undefined
  }
}
