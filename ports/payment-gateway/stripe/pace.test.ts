import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { test } from "node:test"
import { GatewayAway } from "../port.ts"
import { cardPayment } from "../sample-requests.ts"
import { createPace } from "./pace.ts"
import { createStripeGateway } from "./stripe.ts"

/** A clock that jumps to the next end of a pause when nothing else is left to do. */
function createTime() {
  let now = 0
  const pauses: { until: number; end: () => void }[] = []
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((end) => pauses.push({ until: now + ms, end })),
    async runUntil(isOver: () => boolean) {
      while (!isOver()) {
        // Lets all that can go on do so.
        await new Promise<void>((done) => setImmediate(done))
        if (isOver()) return
        pauses.sort((one, other) => one.until - other.until)
        const next = pauses.shift()
        assert.ok(next, "something waits for ever")
        now = next.until
        next.end()
      }
    },
  }
}

test("a burst of calls is spread, and no second has more than 1.2 times the calls of the setting", async () => {
  const time = createTime()
  const turn = createPace(50, time)
  const at: number[] = []
  const calls = Array.from({ length: 500 }, async () => {
    await turn()
    at.push(time.now())
  })
  await time.runUntil(() => at.length === calls.length)
  assert.equal(at.filter((one) => one === 0).length, 10)
  for (const start of at) {
    assert.ok(at.filter((one) => one >= start && one < start + 1_000).length <= 60)
  }
  assert.equal(Math.round(at.at(-1) ?? 0), 9_800)
})

test("a customer's call waits only for the calls of a billing run that wait already, not for the run", async () => {
  const time = createTime()
  const turn = createPace(50, time)
  const atOnce = 10
  let left = 2_000
  const made: number[] = []
  let customerAt: number | undefined
  /** A charge of the run: a call, its answer after 30 ms, the next call. */
  async function work(): Promise<void> {
    while (left > 0) {
      left -= 1
      await turn()
      made.push(time.now())
      await time.sleep(30)
    }
  }
  const run = Promise.all(Array.from({ length: atOnce }, work))
  await time.runUntil(() => made.length === 1_000)
  const askedAt = time.now()
  void turn().then(() => {
    customerAt = time.now()
  })
  await time.runUntil(() => left === 0 && customerAt !== undefined)
  assert.ok((customerAt ?? 0) - askedAt <= ((atOnce + 1) * 1_000) / 50, `${customerAt} ${askedAt}`)
  let isOver = false
  void run.then(() => {
    isOver = true
  })
  await time.runUntil(() => isOver)
  assert.equal(made.length, 2_000)
})

test("each call to Stripe waits for its turn, and a refusal of too many calls means that Stripe is away", async (t) => {
  let calls = 0
  const limiting = createServer((_, response) => {
    calls += 1
    const reason = { "stripe-rate-limited-reason": "global-rate" }
    response.writeHead(429, { "content-type": "application/json", ...reason })
    const error = { type: "invalid_request_error", code: "rate_limit", message: "no" }
    response.end(JSON.stringify({ error }))
  }).listen(0, "127.0.0.1")
  t.after(() => limiting.close())
  await once(limiting, "listening")
  const { port } = limiting.address() as { port: number }
  const keys = { secretKey: "sk_test_1", publishableKey: "pk_test_1", webhookSecrets: ["whsec_1"] }
  const place = { address: `http://127.0.0.1:${port}`, timeoutMs: 5_000 }
  const unpaced = createStripeGateway({ ...keys, ...place })
  const paced = createStripeGateway({ ...keys, ...place, callsPerSecond: 1 })
  t.mock.timers.enable({ apis: ["setTimeout"] })
  assert.equal(await paced.available(), false)
  const waiting = paced.available()
  const request = { ...cardPayment, key: "k", reference: "cus_x/pm_x", amount: 100 }
  await assert.rejects(unpaced.charge(request), GatewayAway)
  assert.equal(calls, 2)
  t.mock.timers.tick(1_000)
  await waiting
  assert.equal(calls, 3)
})
