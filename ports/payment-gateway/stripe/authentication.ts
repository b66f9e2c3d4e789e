import Stripe from "stripe"
import { AuthenticationNeeded } from "../port.ts"

type Intent = Pick<Stripe.PaymentIntent | Stripe.SetupIntent, "status" | "next_action">

/**
 * Stripe's page on which the customer's bank asks them to confirm (3-D Secure); undefined if it does
 * not ask. Stripe names one, because we give a `return_url` and no script of Stripe runs on our pages.
 */
function pageOf({ status, next_action: next }: Intent): string | undefined {
  return (status === "requires_action" && next?.redirect_to_url?.url) || undefined
}

/** Errors: `AuthenticationNeeded` while the customer has not confirmed. */
export function checkAuthenticated<Of extends Intent>(intent: Of, reference: string): Of {
  const address = pageOf(intent)
  if (address !== undefined) throw new AuthenticationNeeded({ address, reference })
  return intent
}

/** Cancels the requests to save a method that still wait for the customer. */
export async function cancelOpenSetups(stripe: Stripe, customer: string): Promise<void> {
  for await (const { id, status } of stripe.setupIntents.list({ customer, limit: 100 })) {
    if (status === "succeeded" || status === "canceled") continue
    await stripe.setupIntents.cancel(id).catch((error: unknown) => {
      // The customer has just confirmed, or let it end.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
  }
}
