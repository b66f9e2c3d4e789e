export const stripeAddress = "https://api.stripe.com"

/**
 * Stripe.js of the release train of `apiVersion`. It must come from Stripe's host.
 * Source: https://docs.stripe.com/js/including
 */
export const stripeScript = "https://js.stripe.com/endive/stripe.js"
