// @prove-only kill

import assert from "node:assert/strict"
import { test } from "node:test"
import { killPayments } from "#tools/prove/payments/kill-payments.ts"
import { isFullSize, modelSeeds } from "./model-seeds.ts"

/** The small form of `npm run prove -- payments`, on PGlite and with an accelerated clock. */
for (const seed of modelSeeds()) {
  test(`PAYNOW-05 kill -9 of server and gateway while people pay loses, doubles and leaves open no payment (seed ${seed})`, async (t) => {
    const findings = await killPayments({
      servers: 1,
      accounts: 6,
      products: 4,
      clients: 6,
      kills: isFullSize ? 8 : 2,
      times: 20,
      seed,
    })
    t.diagnostic(JSON.stringify(findings))
    assert.deepEqual(findings.wrong, [])
    assert.ok(findings.kills >= 2)
    assert.ok(findings.accepted > findings.bills * 0.7)
  })
}
