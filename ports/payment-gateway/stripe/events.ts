import Stripe from "stripe"
import { type GatewayReport, type PaymentGateway, ReportRefused } from "../port.ts"
import { chargeOf } from "./charges.ts"
import { asGatewayError } from "./faults.ts"

/**
 * Reads Stripe's webhooks. An event says only which payment it is about: what became of it is
 * asked of Stripe, so that events that come late, twice or out of order all end in the truth.
 */
export function createReports(stripe: Stripe, webhookSecret: string): PaymentGateway["readReport"] {
  return async function readReport(headers, body): Promise<GatewayReport | undefined> {
    const event = verified(stripe, body, headers["stripe-signature"], webhookSecret)
    const id = paymentOf(event)
    if (id === undefined) return undefined
    const intent = await stripe.paymentIntents
      .retrieve(id, { expand: ["latest_charge"] })
      .catch(asGatewayError)
    const { key, status, reason } = chargeOf(intent)
    // A payment that was not made by us, or that is still on its way.
    if (key === "" || status === "accepted" || status === "pending") return undefined
    return { key, status, reason }
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

/** The payment that an event is about; nothing where its kind does not concern us. */
function paymentOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return event.data.object.id
    case "charge.refunded":
    case "charge.dispute.created": {
      const { payment_intent: intent } = event.data.object
      return typeof intent === "object" ? intent?.id : intent
    }
    default:
      return undefined
  }
}
