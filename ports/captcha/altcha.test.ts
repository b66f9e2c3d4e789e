import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { solve } from "#testing/captcha-solver.ts"
import { createAltcha } from "./altcha.ts"
import { testCaptcha } from "./conformance.ts"

testCaptcha("ALTCHA", (key) => createAltcha(keysOf(key)), solve)

test("KEYS-03 a task issued with one key is accepted by a server with a newer current key", async () => {
  const [before, now] = [randomBytes(32), randomBytes(32)]
  const issued = createAltcha(keysOf(before), 20)
  const proof = await solve(await issued.challenge("registration", new Date()))
  assert.ok(await createAltcha(keysOf(now, before)).read(proof))
  assert.equal(await createAltcha(keysOf(now)).read(proof), undefined)
})

test("RECOVER-06 a task takes the recommended work: 40 to 120 keys of 2,000 rounds", async () => {
  const captcha = createAltcha(keysOf(randomBytes(32)))
  const challenge = await captcha.challenge("registration harbor.localhost", new Date())
  assert.equal(challenge.parameters.cost, 2_000)
  const { solution } = JSON.parse(Buffer.from(await solve(challenge), "base64").toString())
  assert.ok(solution.counter >= 40 && solution.counter <= 120)
})

function keysOf(current: Buffer, ...others: Buffer[]) {
  return createKeyRing(current, ...others).for("captcha")
}
