import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { buffer } from "node:stream/consumers"
import { after, before, describe, test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { bankToken, cardToken, chosenBankToken } from "#testing/gateway-tokens.ts"
import { createManualJobs } from "#testing/schedulers.ts"
import { testPaymentGateway } from "../conformance.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway, ReportRefused } from "../port.ts"
import { cardPayment, keepTerms } from "../sample-requests.ts"
import { createSandboxGateway } from "./sandbox.ts"
import { type SandboxGateway, startSandboxGateway } from "./server.ts"

const secret = "a secret of this test"

/** Receives a gateway's reports. */
async function startListener() {
  const heard: { headers: Record<string, string | undefined>; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string | undefined>
    heard.push({ headers, body: await buffer(request) })
    response.end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return { heard, address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function answerBank(address: string, isConfirmed: boolean): Promise<void> {
  const answer = isConfirmed ? "confirm" : "refuse"
  const response = await fetch(`${address}/${answer}`, { method: "POST", redirect: "manual" })
  assert.equal(response.status, 303)
}

testPaymentGateway("the sandbox", async () => {
  const clock = createTestClock()
  // Reports are sent when a test requests them: one that a timer signed before the clock moved
  // would be refused.
  const { scheduler } = createManualJobs(clock)
  const server = await startSandboxGateway({ secret, clock, scheduler })
  const listener = await startListener()
  server.sendReportsTo(listener.address)
  let closed: Promise<void> | undefined
  const goAway = () => {
    closed ??= server.close()
    return closed
  }
  return {
    cardToken: async (number) => await cardToken(server, number),
    bankToken: async (account) => await bankToken(server, account),
    gateway: createSandboxGateway({
      address: () => server.address,
      browserAddress: server.address,
      framesAddress: () => server.address,
      secret,
      timeoutMs: 5_000,
      clock,
    }),
    numbers: {
      card: "4242424242424242",
      declined: "4000000000000341",
      refused: "4000000000000002",
      account: "000123456789",
      returnedAccount: "000222222227",
      accountToVerify: "000100000005",
      blockedAccount: "000111111116",
      revokedAccount: "000555555559",
      lateAccount: "000100000001",
      limitedAccount: "000777777771",
      suspectedCard: "4000000000005423",
      asksEachTime: "4000002760003184",
      asksOnce: "4000002500003155",
    },
    answerBank,
    chooseBank: async (session, account) => await chosenBankToken(server, session, account),
    // Customers get the address with the host of the site; the page is the sandbox's.
    verify: async ({ verifyAt }) => await answerBank(verifyAt, true),
    async returnLate() {
      clock.advance({ days: 4 })
      return true
    },
    unanswered: () => "4000000001000027",
    charges: async (key) => server.charges().filter((charge) => charge.key === key).length,
    async letDaysPass() {
      listener.heard.length = 0
      clock.advance({ days: 4 })
      await server.sendDueReports()
      return [...listener.heard]
    },
    async payOut() {
      clock.advance({ days: 4 })
    },
    goAway,
    async close() {
      listener.close()
      await goAway()
    },
  }
})

describe("the sandbox's documented faults", () => {
  const clock = createTestClock()
  let server: SandboxGateway
  let gateway: PaymentGateway
  /** A client that gives up before the slow answer comes. */
  let hasty: PaymentGateway
  before(async () => {
    server = await startSandboxGateway({ secret, clock, silenceMs: 500 })
    const { address } = server
    const options = {
      address: () => address,
      browserAddress: address,
      framesAddress: () => address,
      secret,
      clock,
    }
    gateway = createSandboxGateway({ ...options, timeoutMs: 25_000 })
    hasty = createSandboxGateway({ ...options, timeoutMs: 5_000 })
  })
  after(() => server.close())

  const charge = (key: string, name: string, by = gateway) =>
    by.charge({
      key,
      reference: `sample.${name}.01-2031`,
      amount: 1_234,
      ...cardPayment,
    })
  const chargedFor = (key: string) => server.charges().filter((one) => one.key === key).length

  for (const [name, isCharged] of [
    ["silent", false],
    ["hushed", true],
    ["dies", true],
    ["slow", true],
  ] as const) {
    test(`${name}: gives no answer at first, and repeating the key returns the result`, async () => {
      const first = charge(name, name, name === "slow" ? hasty : gateway)
      await assert.rejects(first, GatewaySilent)
      assert.equal(chargedFor(name), isCharged ? 1 : 0)
      assert.equal(
        (await gateway.find({ key: name, reference: "" }))?.status,
        isCharged ? "accepted" : undefined,
      )
      assert.equal((await charge(name, name)).status, "accepted")
      assert.equal(chargedFor(name), 1)
    })
  }

  test("away: refuses before it charges, and charges at the next try", async () => {
    await assert.rejects(charge("away", "away"), GatewayAway)
    assert.equal(chargedFor("away"), 0)
    assert.equal((await charge("away", "away")).status, "accepted")
  })

  test("unclear: the outcome is unknown for a minute", async () => {
    await assert.rejects(charge("unclear", "unclear"), GatewaySilent)
    await assert.rejects(gateway.find({ key: "unclear", reference: "" }), GatewayAway)
    await assert.rejects(charge("unclear", "unclear"), GatewayAway)
    clock.advance({ seconds: 60 })
    assert.equal((await gateway.find({ key: "unclear", reference: "" }))?.status, "accepted")
    assert.equal(chargedFor("unclear"), 1)
  })

  test("twice: a second answer on the connection is not taken for that of the next call", async () => {
    assert.equal((await charge("twice", "twice")).key, "twice")
    assert.equal((await charge("after twice", "visa")).key, "after twice")
  })

  test("RECONCILE-07 a method is read in its present state although its report was lost", async () => {
    for (const [answer, isVerificationFailed] of [
      ["confirm", false],
      ["refuse", true],
    ] as const) {
      const token = await bankToken(server, "000100000005")
      const {
        verifyAt,
        deposits: _,
        routingNumber: __,
        ...saved
      } = await gateway.keep(token, answer, keepTerms)
      assert.equal(await gateway.readMethod(saved.reference), undefined)
      await fetch(`${verifyAt}/${answer}`, { method: "POST", redirect: "manual" })
      const state = { blocked: "", isAuthorizationGone: false }
      const told = { method: saved, isVerificationFailed, ...state }
      assert.deepEqual(await gateway.readMethod(saved.reference), told)
    }
    assert.equal(await gateway.readMethod("sample.bank-verify.demo"), undefined)

    const renewed = await cardToken(server, "4000000001001066")
    const card = await gateway.keep(renewed, "renewed", keepTerms)
    const lastFour = async () => (await gateway.readMethod(card.reference))?.method.lastFour
    assert.equal(await lastFour(), "1066")
    clock.advance({ days: 1 })
    assert.equal(await lastFour(), "1881")
  })

  test("a page of another origin may request a token, and nothing else", async () => {
    const preflight = await fetch(`${server.address}/tokens`, { method: "OPTIONS" })
    assert.equal(preflight.headers.get("access-control-allow-origin"), "*")
    const charges = await fetch(`${server.address}/charges`)
    assert.equal(charges.status, 401)
    assert.equal(charges.headers.get("access-control-allow-origin"), null)
  })

  test("a report that is old or not from the sandbox is refused", async () => {
    const body = Buffer.from(`{"key":"x","status":"settled","reason":""}`)
    await assert.rejects(gateway.readReport({}, body), ReportRefused)
    await assert.rejects(gateway.readReport({ "sandbox-signature": "1.2" }, body), ReportRefused)
  })
})
