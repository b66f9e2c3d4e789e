import { oneOf, plainAddress, secretLike, wholeNumber } from "./forms.ts"
import { setting } from "./setting.ts"

const ofStripe = "required by `PAYMENT_GATEWAY=stripe`"

export const paymentSettings = {
  PAYMENT_GATEWAY: setting(oneOf("stripe", "sandbox"), {
    byDefault: "`sandbox` (refused in production)",
    meaning: "[`stripe`](stripe.md), or `sandbox`, which moves no money",
  }),
  PAYMENT_GATEWAY_TIMEOUT: setting(wholeNumber(1, 120, { unit: "seconds", example: 15 }), {
    byDefault: "15",
    meaning: "seconds before a payment counts as unknown",
  }),
  STRIPE_SECRET_KEY: setting(secretLike(["sk_", "rk_"], "sk_live_…"), {
    isSecret: true,
    meaning: `secret or restricted key; ${ofStripe}`,
  }),
  STRIPE_PUBLISHABLE_KEY: setting(secretLike(["pk_"], "pk_live_…"), {
    meaning: ofStripe,
  }),
  STRIPE_WEBHOOK_SECRET: setting(secretLike(["whsec_"], "whsec_…"), {
    isSecret: true,
    meaning: `signs Stripe's reports; ${ofStripe}`,
  }),
  STRIPE_CALLS_PER_SECOND: setting(wholeNumber(1, 1_000, { unit: "calls", example: 50 }), {
    byDefault: "50",
    meaning:
      "most calls a second of one process; [all processes together](scaling.md#calls-to-stripe) stay below Stripe's limit",
  }),
  SANDBOX_GATEWAY_URL: setting(plainAddress("http://127.0.0.1:4000"), {
    byDefault: "part of the server",
    meaning: "a sandbox in a separate process",
  }),
  SANDBOX_GATEWAY_SECRET: setting(secretLike([], "a-long-random-word"), {
    isSecret: true,
    meaning: "its secret",
  }),
}
