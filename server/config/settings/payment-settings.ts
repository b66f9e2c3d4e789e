import { readStripeAccounts } from "../stripe-accounts.ts"
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
  STRIPE_ACCOUNT: setting(
    {
      must: "the id of an account with Stripe",
      example: "acct_1A2b3C4d5E6f7G8h",
      read: (text) => (/^acct_[A-Za-z0-9]{1,60}$/.test(text) ? text : undefined),
    },
    { meaning: "the account of these keys, if a client names it" },
  ),
  STRIPE_ACCOUNTS_DIR: setting(
    {
      must: "the path of a folder with a file for each account",
      example: "/etc/my-account/stripe",
      read: readStripeAccounts,
    },
    {
      byDefault: "none",
      meaning:
        "folder with the keys of [clients' own accounts](stripe.md#an-account-for-each-client)",
    },
  ),
  STRIPE_INSTANT_BANK: setting(oneOf("on", "off"), {
    byDefault: "`off`",
    meaning:
      "whether customers can add a bank account by [signing in to their bank](stripe.md#signing-in-to-a-bank), for which Stripe charges",
  }),
  STRIPE_CALLS_PER_SECOND: setting(wholeNumber(1, 1_000, { unit: "calls", example: 50 }), {
    byDefault: "50",
    meaning:
      "most calls a second of one process to one account; [all processes together](scaling.md#calls-to-stripe) stay below Stripe's limit",
  }),
  SANDBOX_GATEWAY_URL: setting(plainAddress("http://127.0.0.1:4000"), {
    byDefault: "part of the server",
    meaning: "a sandbox in a separate process",
  }),
  SANDBOX_GATEWAY_HOST: setting(
    {
      must: "a host name",
      example: "fields.example.com",
      read: (text) => (/^[a-z0-9.-]{1,253}$/.test(text) ? text : undefined),
    },
    {
      byDefault: "`fields.localhost`",
      meaning: "host name of this server for the sandbox's card fields; no site may have it",
    },
  ),
  SANDBOX_GATEWAY_SECRET: setting(secretLike([], "a-long-random-word"), {
    isSecret: true,
    meaning: "its secret",
  }),
}
