import Stripe from "stripe"
import { type GatewayRefunds, KeyReused, type Refund, RefundRefused } from "../port.ts"
import { keyName } from "./charges.ts"
import { refundStatusOf } from "./codes.ts"
import { asGatewayError, isGone, whileInUse } from "./faults.ts"

/** Refunds at Stripe. A charge's reference is that of its PaymentIntent. */
export function createRefunds(stripe: Stripe, timeoutMs: number): GatewayRefunds {
  async function listed(charge: string): Promise<Stripe.Refund[]> {
    const refunds: Stripe.Refund[] = []
    for await (const refund of stripe.refunds.list({ payment_intent: charge, limit: 100 })) {
      refunds.push(refund)
    }
    return refunds
  }

  return {
    async refund({ key, charge, amount }) {
      const refund = await whileInUse(timeoutMs, async () => {
        // Stripe forgets idempotency keys after a day.
        const made = (await listed(charge)).find(({ metadata }) => metadata?.[keyName] === key)
        if (made) return made
        return await stripe.refunds.create(
          { payment_intent: charge, amount, metadata: { [keyName]: key } },
          { idempotencyKey: `${key} refund` },
        )
      })
        .catch(asRefusal)
        .catch(asGatewayError)
      if (refund.amount !== amount) throw new KeyReused(key)
      return refundOf(refund)
    },
    async refundsOf(charge) {
      const refunds = await listed(charge)
        .catch((error: unknown) => {
          if (isGone(error)) return []
          throw error
        })
        .catch(asGatewayError)
      return refunds.map(refundOf)
    },
  }
}

/**
 * Stripe's answer about the refund itself. Every other error is about the request. A balance that is
 * too small today can be enough tomorrow: Stripe answers the same for a day, as long as it keeps the
 * key, and then tries again. Source: docs.stripe.com/error-codes.
 */
function asRefusal(error: unknown): never {
  const isRefusal =
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code !== "balance_insufficient" &&
    (error.statusCode === 400 || isGone(error))
  if (isRefusal) throw new RefundRefused(`Stripe: ${error.code ?? error.type}`, { cause: error })
  throw error
}

function refundOf(refund: Stripe.Refund): Refund {
  const { id, metadata, amount } = refund
  return {
    key: metadata?.[keyName] ?? "",
    reference: id,
    amount,
    status: refundStatusOf(refund),
  }
}
