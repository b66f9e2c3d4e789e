import assert from "node:assert/strict"
import type { Database } from "#database/open.ts"
import { mockKeys, startMockStripe } from "#ports/payment-gateway/stripe/stripe-server.mock.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { builtWeb, type WebSource } from "#server/page/web.ts"
import type { TestClock } from "./clock.ts"
import { keySettings } from "./secret-key.ts"
import { type ScriptFault, startStripeJs } from "./stripe-js/stand-in.ts"

interface Start {
  database: Database
  clock: TestClock
  smtpUrl: string
  /** The build, unless given. */
  web?: WebSource
}

/** A server whose gateway is Stripe's adapter, over stand-ins for Stripe's API and script. */
export async function startStripePortal({ database, clock, smtpUrl, web }: Start) {
  const mock = await startMockStripe()
  const standIn = await startStripeJs({ api: mock.address, chooseBank: mock.chooseBank })
  const config = readConfig({
    ...{ PORT: "0", ...keySettings, LOG_LEVEL: "error", SMTP_URL: smtpUrl, BILLING_RUN: "off" },
    ...{ PAYMENT_GATEWAY: "stripe", STRIPE_INSTANT_BANK: "on" },
    STRIPE_SECRET_KEY: mockKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY: mockKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET: mockKeys.webhookSecrets.join(),
  })
  assert(config.paymentGateway.kind === "stripe")
  config.paymentGateway.at = { address: mock.address, script: standIn.script }
  const server = await startServer({
    ...{ config, database, clock, databaseTime: async () => clock.now() },
    web: web ?? (await builtWeb()),
  })
  return {
    ...{ port: server.port, idle: server.idle, verify: mock.verify },
    /** The addresses of the stand-ins. */
    addresses: [mock.address, standIn.address],
    /** What the stand-ins do from now on. */
    setFaults(faults: readonly ScriptFault[]) {
      standIn.faults.clear()
      for (const fault of faults) standIn.faults.add(fault)
    },
    async close() {
      for (const one of [server, standIn, mock]) await one.close()
    },
  }
}

export type StripePortal = Awaited<ReturnType<typeof startStripePortal>>
