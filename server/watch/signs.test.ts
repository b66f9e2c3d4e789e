import assert from "node:assert/strict"
import { test } from "node:test"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createCspMetrics } from "#platform/http/csp-metrics.ts"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import { createSignInMetrics } from "#platform/http/sign-in-metrics.ts"
import { createTestClock } from "#testing/clock.ts"
import { createRecentCounts } from "./recent-counts.ts"
import { createSigns } from "./signs.ts"

function watched() {
  const clock = createTestClock()
  const signIn = createSignInMetrics()
  const adapters = createAdapterMetrics()
  const csp = createCspMetrics()
  const { gatewayAway } = createPaymentMetrics()
  const metrics = [...Object.values(signIn), ...Object.values(adapters), csp.reports, gatewayAway]
  const connections = { busy: 0, idle: 1, waiting: 0, most: 10 }
  const successes = new Map<string, number>()
  const signs = createSigns({
    clock,
    database: { connections: () => connections },
    counts: createRecentCounts(metrics, clock),
    lastSuccesses: async () => successes,
  })
  return {
    ...{ clock, signIn, adapters, csp, gatewayAway, connections, successes },
    async names() {
      await signs.look()
      return signs.seen().map(({ name }) => name)
    },
    seen: signs.seen,
  }
}

type Parts = Awaited<ReturnType<typeof watched>>
const answered = { operation: "account", result: "answered" } as const

const cases: [string, (parts: Parts) => void, (parts: Parts) => void][] = [
  [
    "signInsFail",
    ({ signIn }) => signIn.signIns.inc({ site: "customer", step: "password", result: "failed" }, 5),
    ({ signIn }) => signIn.signIns.inc({ site: "staff", step: "code", result: "failed" }),
  ],
  [
    "codesNotEntered",
    ({ signIn }) => {
      signIn.codesSent.inc({ task: "log in" }, 21)
      signIn.codesEntered.inc({ task: "log in", result: "right" }, 7)
    },
    ({ signIn }) => signIn.codesSent.inc({ task: "log in" }, 3),
  ],
  ["gatewayAway", () => undefined, ({ gatewayAway }) => gatewayAway.inc()],
  [
    "accountSystemSlow",
    ({ adapters }) => {
      for (let n = 0; n < 19; n += 1) adapters.accountSystem.observe(answered, 2.5)
      adapters.accountSystem.observe(answered, 2.6)
    },
    ({ adapters }) => adapters.accountSystem.observe(answered, 2.6),
  ],
  [
    "limitsHit",
    ({ adapters }) => adapters.limitsHit.inc({ message: "request.tooMany" }, 100),
    ({ adapters }) => adapters.limitsHit.inc({ message: "signIn.locked" }),
  ],
  [
    "partsRefused",
    ({ csp }) => {
      csp.reports.inc({ directive: "img-src", disposition: "enforce", kept: "new" }, 50)
      csp.reports.inc({ directive: "img-src", disposition: "report", kept: "new" }, 500)
    },
    ({ csp }) => csp.reports.inc({ directive: "script-src", disposition: "enforce", kept: "new" }),
  ],
  [
    "databaseBusy",
    () => undefined,
    ({ connections }) => {
      connections.waiting = 1
    },
  ],
  [
    "jobStuck",
    ({ successes }) => successes.set("email delivery", Date.now() / 1000),
    ({ successes }) => successes.set("charging", Date.now() / 1000 - 301),
  ],
]
for (const [name, toTheLimit, overIt] of cases) {
  test(`STATUS-03 ${name} in the counts of a process begins above its limit, not at it`, async () => {
    const parts = watched()
    toTheLimit(parts)
    assert.deepEqual(await parts.names(), [])
    overIt(parts)
    assert.deepEqual(await parts.names(), [name])
  })
}

test("STATUS-03 a sign keeps its start time, and ends when its window is over", async () => {
  const { clock, adapters, names, seen } = watched()
  adapters.limitsHit.inc({ message: "request.tooMany" }, 60)
  assert.deepEqual(await names(), [])
  clock.advance({ minutes: 4 })
  adapters.limitsHit.inc({ message: "request.tooMany" }, 60)
  assert.deepEqual(await names(), ["limitsHit"])
  const began = clock.now()
  clock.advance({ minutes: 5 })
  assert.deepEqual(await names(), ["limitsHit"])
  assert.deepEqual(seen(), [{ name: "limitsHit", since: began }])
  clock.advance({ minutes: 2 })
  assert.deepEqual(await names(), [], "the first 60 are older than ten minutes")
  clock.advance({ minutes: 90 })
  assert.deepEqual(await names(), [])
})
