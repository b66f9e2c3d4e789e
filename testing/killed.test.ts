// @prove-only kill

import assert from "node:assert/strict"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { killPayments } from "#tools/prove/payments/kill-payments.ts"
import { createSignIns } from "#tools/prove/world/sign-ins.ts"
import { startWorld } from "#tools/prove/world/world.ts"
import { isFullSize, modelSeeds } from "./model-seeds.ts"
import { createRandom } from "./random.ts"

/** The small form of `npm run prove -- payments`, on PGlite and with an accelerated clock. */
for (const seed of modelSeeds()) {
  test(`PAYNOW-05 kill -9 of server and gateway while people pay leaves no payment lost, doubled or open (seed ${seed})`, async (t) => {
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

const rounds = isFullSize ? 6 : 2
const signInsOfRound = 6

test("kill -9 during sign-ins on PGlite loses no acknowledged session", async () => {
  const people = { accounts: 24, products: 1, password: "Anchor-2026" }
  const settings = { TRUST_PROXY: "127.0.0.1" }
  // A person waits for an email that the killed server was sending: two minutes on the servers'
  // clock.
  await using world = await startWorld({ servers: 1, times: 5, people, settings })
  const signIns = createSignIns(world, world.ports, createRandom(1))
  let isOver = false
  const signingIn = [0, 1, 2, 3].map(async (number) => {
    for (let n = number; !isOver; n += 4) await signIns.signIn(n % people.accounts)
  })
  for (let round = 0; round < rounds; round += 1) {
    const enough = signIns.acknowledged() + signInsOfRound
    while (signIns.acknowledged() < enough) await sleep(1)
    await world.servers[0]?.process.kill()
  }
  isOver = true
  await Promise.all(signingIn)
  assert.ok(signIns.acknowledged() >= rounds * signInsOfRound)
  assert.equal(await signIns.lost(), 0)
  assert.equal(world.servers[0]?.process.ended(), 0)
})
