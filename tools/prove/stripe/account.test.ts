// @prove-only stripe

import { appendFileSync } from "node:fs"
import { testPaymentGateway } from "#ports/payment-gateway/conformance.ts"
import { openAccount } from "./account.ts"
import { answerTestBank } from "./bank-page.ts"
import { readTestKeys } from "./keys.ts"

const keys = readTestKeys(process.env)

testPaymentGateway("a test account at Stripe", () =>
  openAccount({
    keys,
    address: "https://api.stripe.com",
    answerBank: answerTestBank,
    log: (line) => appendFileSync(process.env.STRIPE_PROOF_LOG ?? "", `${line}\n`),
    pauseMs: 10_000,
    since: new Date(),
  }),
)
