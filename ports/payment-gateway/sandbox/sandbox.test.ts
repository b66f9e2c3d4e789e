import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway, ReportRefused } from "../port.ts"
import { documentedNumbers } from "./numbers.ts"
import { createSandboxGateway } from "./sandbox.ts"
import { type SandboxGateway, startSandboxGateway } from "./server.ts"

const secret = "a secret of this test"

describe("the sandbox's documented faults", () => {
  const clock = createTestClock()
  let server: SandboxGateway
  let gateway: PaymentGateway
  before(async () => {
    server = await startSandboxGateway({ secret, clock })
    gateway = createSandboxGateway({
      address: () => server.address,
      browserAddress: server.address,
      secret,
      timeoutMs: 1_000,
      clock,
    })
  })
  after(() => server.close())

  const charge = (key: string, name: string) =>
    gateway.charge({ key, reference: `sample.${name}.01-2031`, amount: 1_234, description: "" })
  const chargedFor = (key: string) => server.charges().filter((one) => one.key === key).length

  test("every number is Luhn-valid and has a name of its own", () => {
    const names = new Set(documentedNumbers.map(({ name }) => name))
    assert.equal(names.size, documentedNumbers.length)
  })

  for (const [name, isCharged] of [
    ["silent", false],
    ["hushed", true],
    ["dies", true],
    ["slow", true],
  ] as const) {
    test(`${name}: no answer at first, and asking again with the same key tells`, async () => {
      await assert.rejects(charge(name, name), GatewaySilent)
      assert.equal(chargedFor(name), isCharged ? 1 : 0)
      assert.equal((await gateway.find(name))?.status, isCharged ? "accepted" : undefined)
      assert.equal((await charge(name, name)).status, "accepted")
      assert.equal(chargedFor(name), 1)
    })
  }

  test("away: refuses before it charges, and charges at the next try", async () => {
    await assert.rejects(charge("away", "away"), GatewayAway)
    assert.equal(chargedFor("away"), 0)
    assert.equal((await charge("away", "away")).status, "accepted")
  })

  test("unclear: nobody can tell for a minute", async () => {
    await assert.rejects(charge("unclear", "unclear"), GatewaySilent)
    await assert.rejects(gateway.find("unclear"), GatewayAway)
    await assert.rejects(charge("unclear", "unclear"), GatewayAway)
    clock.advance({ seconds: 60 })
    assert.equal((await gateway.find("unclear"))?.status, "accepted")
    assert.equal(chargedFor("unclear"), 1)
  })

  test("twice: a second answer on the line is not taken for that of the next call", async () => {
    assert.equal((await charge("twice", "twice")).key, "twice")
    assert.equal((await charge("after twice", "visa")).key, "after twice")
  })

  test("a report that is not the sandbox's, or is old, is refused", async () => {
    const body = Buffer.from(`{"key":"x","status":"settled","reason":""}`)
    await assert.rejects(gateway.readReport({}, body), ReportRefused)
    await assert.rejects(gateway.readReport({ "sandbox-signature": "1.2" }, body), ReportRefused)
  })
})
