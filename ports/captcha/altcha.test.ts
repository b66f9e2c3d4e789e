import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { solve } from "#testing/captcha-solver.ts"
import { createAltcha } from "./altcha.ts"
import { testCaptcha } from "./conformance.ts"

testCaptcha("ALTCHA", createAltcha, solve)

test("RECOVER-06 a task takes the recommended work: 40 to 120 keys of 2,000 rounds", async () => {
  const captcha = createAltcha(randomBytes(32))
  const challenge = await captcha.challenge("registration harbor.localhost", new Date())
  assert.equal(challenge.parameters.cost, 2_000)
  const { solution } = JSON.parse(Buffer.from(await solve(challenge), "base64").toString())
  assert.ok(solution.counter >= 40 && solution.counter <= 120)
})
