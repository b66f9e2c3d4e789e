import assert from "node:assert/strict"
import { test } from "node:test"
import { testPaymentGateway } from "#ports/payment-gateway/conformance.ts"
import {
  type MockStripe,
  mockKeys,
  startMockStripe,
} from "#ports/payment-gateway/stripe/stripe-server.mock.ts"
import { NotRunError } from "#tools/prove/part.ts"
import { openAccount } from "./account.ts"
import { readTestKeys } from "./keys.ts"

const env = {
  STRIPE_TEST_SECRET_KEY: mockKeys.secretKey,
  STRIPE_TEST_PUBLISHABLE_KEY: "pk_test_mock",
}

testPaymentGateway("an account at the mock", async () => {
  const mock = await startMockStripe()
  const lines: string[] = []
  const opened = await openAccount({
    keys: readTestKeys(env),
    address: mock.address,
    answerBank: async (address, isConfirmed) => mock.authenticate(address, isConfirmed),
    log: (line) => void lines.push(line),
    pauseMs: 0,
    settle: () => void mock.letDaysPass(),
    since: new Date(0),
  })
  return {
    ...opened,
    async close() {
      await opened.close()
      assertRemoved(mock)
      assert.match(lines.join("\n"), /removed: \d+ saved methods detached, \d+ customers deleted/)
      await mock.close()
    },
  }
})

function assertRemoved(mock: MockStripe): void {
  assert.deepEqual(
    mock.customers().filter(({ deleted }) => deleted !== true),
    [],
  )
}

test("the proof at Stripe runs only with test keys", () => {
  assert.throws(() => readTestKeys({}), NotRunError)
  for (const name of Object.keys(env)) {
    const live = { ...env, [name]: env[name as keyof typeof env].replace("_test_", "_live_") }
    assert.throws(() => readTestKeys(live), /is not a test key/)
  }
})
