import Stripe from "stripe"
import { type GatewayReport, type PaymentGateway, ReportRefused } from "../port.ts"
import { readCharge } from "./charges.ts"
import { asGatewayError } from "./faults.ts"

/**
 * Reads Stripe's webhooks. An event only names a payment; its state is requested from Stripe, so
 * that late, duplicate and reordered events lead to the right result.
 */
export function createReports(stripe: Stripe, webhookSecret: string): PaymentGateway["readReport"] {
  return async function readReport(headers, body): Promise<GatewayReport | undefined> {
    const event = verified(stripe, body, headers["stripe-signature"], webhookSecret)
    const id = paymentOf(event)
    if (id === undefined) return undefined
    const intent = await stripe.paymentIntents
      .retrieve(id, { expand: ["latest_charge"] })
      .catch(asGatewayError)
    const { amount: _, ...report } = await readCharge(stripe, intent).catch(asGatewayError)
    return report.status === "pending" ? undefined : report
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

/** The payment of an event; undefined if its type does not concern us. */
function paymentOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return event.data.object.id
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed": {
      const { payment_intent: intent } = event.data.object
      return typeof intent === "object" ? intent?.id : intent
    }
    default:
      return undefined
  }
}
