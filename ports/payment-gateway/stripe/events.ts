import Stripe from "stripe"
import { type MethodReport, type PaymentGateway, ReportRefused } from "../port.ts"
import { intentOfCharge, isBlock, isUnasked, keyName, readCharge } from "./charges.ts"
import { asGatewayError } from "./faults.ts"
import {
  reportOfDetached,
  reportOfMandate,
  reportOfMethod,
  reportOfSaved,
  reportOfSetup,
} from "./method-reports.ts"
import { idOf } from "./methods.ts"

/**
 * Reads Stripe's webhooks. An event only names a payment or a method; its state is requested from
 * Stripe, so that late, duplicate and reordered events lead to the right result. Each endpoint has
 * its own secret; while it is rolled, Stripe signs with both. Source:
 * https://docs.stripe.com/webhooks ("Roll endpoint signing secrets").
 */
export function createReports(
  stripe: Stripe,
  webhookSecrets: readonly string[],
): PaymentGateway["readReport"] {
  return async function readReport(headers, body) {
    const event = verified(stripe, body, headers["stripe-signature"], webhookSecrets)
    if (!event) return undefined
    const about = await methodReportOf(stripe, event).catch(asGatewayError)
    if (about !== "other") return about
    const named = paymentOf(event)
    const id = named?.charge
      ? await intentOfCharge(stripe, named.charge).catch(asGatewayError)
      : named?.intent
    if (id === undefined) return undefined
    const intent = await stripe.paymentIntents
      .retrieve(id, { expand: ["latest_charge"] })
      .catch(asGatewayError)
    if (event.type === "radar.early_fraud_warning.created") {
      return { key: intent.metadata[keyName] ?? "", reference: id, isFraudWarning: true }
    }
    // The customer has not confirmed it yet; another event reports the result. Or nothing was charged.
    const isCharge = intent.status !== "requires_action" && !isBlock(intent) && !isUnasked(intent)
    if (!isCharge) return undefined
    const { amount: _, ...report } = await readCharge(stripe, intent).catch(asGatewayError)
    return report.status === "pending" ? undefined : report
  }
}

/** The report of an event about a saved method; `other` if the event is about something else. */
async function methodReportOf(
  stripe: Stripe,
  event: Stripe.Event,
): Promise<MethodReport | undefined | "other"> {
  switch (event.type) {
    // The card network renewed a card, or a bank's return blocked an account or its block was lifted.
    case "payment_method.automatically_updated":
      return await reportOfMethod(stripe, event.data.object.id)
    case "payment_method.detached":
      return reportOfDetached(event.data.object, idOf(event.data.previous_attributes?.customer))
    case "mandate.updated":
      return await reportOfMandate(stripe, idOf(event.data.object.payment_method) ?? "")
    case "setup_intent.succeeded":
      return await reportOfSaved(stripe, idOf(event.data.object.payment_method) ?? "")
    case "setup_intent.setup_failed":
    case "setup_intent.canceled":
      return await reportOfSetup(stripe, event.data.object.id)
    default:
      return "other"
  }
}

function verified(
  stripe: Stripe,
  body: Buffer,
  signature: string | undefined,
  [secret = "", ...others]: readonly string[],
): Stripe.Event | undefined {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? "", secret)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      if (others.length > 0) return verified(stripe, body, signature, others)
      throw new ReportRefused("The signature is not Stripe's.", { cause: error })
    }
    // The library verifies the signature before it refuses an event of API v2, which we do not read.
    if (isSecondVersion(body)) return undefined
    throw error
  }
}

function isSecondVersion(body: Buffer): boolean {
  const { object } = JSON.parse(body.toString("utf8")) as { object?: unknown }
  return object === "v2.core.event"
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
    case "charge.dispute.closed":
    case "radar.early_fraud_warning.created": {
      const { object } = event.data
      const intent = idOf(object.payment_intent)
      const charge = object.object === "charge" ? object.id : idOf(object.charge)
      return intent !== undefined ? { intent } : charge !== undefined ? { charge } : undefined
    }
    default:
      return undefined
  }
}
