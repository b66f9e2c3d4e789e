import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import {
  type Charge,
  type ChargeRequest,
  GatewayAway,
  GatewaySilent,
  KeyReused,
  KeySpent,
  type PaymentGateway,
} from "#ports/payment-gateway/port.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let payer = -1

before(async () => {
  at = await startPaymentsTest(20)
})

after(() => at.close())

/**
 * A gateway that executes the first charge of a key, fails, and repeats its stored failure. It lists
 * no charge, unless `made` becomes true. Counts its calls.
 */
function failingOnce(replay: Error) {
  const calls = { charge: 0, cancel: 0 }
  const world = { made: false, isAway: false }
  const chargeOf = ({ key, reference, amount }: ChargeRequest): Charge => {
    return { key, reference, amount, status: "accepted", reason: "", refundedAmount: 0 }
  }
  const gateway: PaymentGateway = {
    ...at.gateway,
    async charge() {
      calls.charge += 1
      throw calls.charge === 1 ? new GatewaySilent("500") : replay
    },
    async find(request) {
      if (world.isAway) throw new GatewayAway("away")
      return world.made ? chargeOf(request as ChargeRequest) : undefined
    },
    async cancel(request) {
      if (world.isAway) throw new GatewayAway("away")
      calls.cancel += 1
      return world.made ? chargeOf(request) : undefined
    },
  }
  return { calls, world, gateway }
}

/** Lets a server work until the payment is decided. Returns the minutes since its submission. */
async function untilDecided(
  id: string,
  server: ReturnType<typeof at.startProcess>,
): Promise<number> {
  const { submittedAt } = await at.payment(id)
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    const { status } = await at.payment(id)
    if (status !== "submitted" && status !== "unknown") {
      return (at.clock.now().getTime() - submittedAt.getTime()) / 60_000
    }
    at.clock.advance({ seconds: 29 })
    await at.resolve(server)
  }
  throw new Error("It was not decided within a day.")
}

function submitted(origin: "payNow" | "autoPay") {
  payer += 1
  return paymentBy(payer, "visa.08-2031", { origin })
}

for (const origin of ["payNow", "autoPay"] as const) {
  for (const replay of [new KeySpent("500 again"), new KeyReused("blocked")]) {
    test(`FAILURE-14 ${origin}: a key that the gateway answers with ${replay.name} is not charged again, and the payment is canceled within an hour`, async () => {
      const { calls, gateway } = failingOnce(replay)
      const server = at.startProcess({ gateway })
      const { id, status } = await server.submit(submitted(origin))
      assert.equal(status, "unknown")
      const minutes = await untilDecided(id, server)
      assert.ok(minutes >= 30 && minutes < 60, `${minutes} minutes`)
      const payment = await at.payment(id)
      assert.deepEqual([payment.status, payment.reason], ["canceled", "gatewayFailed"])
      assert.deepEqual(calls, { charge: 2, cancel: 1 })
      const texts = (await at.mailsTo(payer)).map(({ text }) => text.replaceAll(/\s+/g, " "))
      assert.equal(texts.length, origin === "payNow" ? 1 : 0)
      if (origin === "payNow") assert.match(texts[0] ?? "", /Nothing was taken\. You can pay again/)
    })
  }

  for (const moment of ["before the answer is stored", "after the key was canceled"] as const) {
    test(`FAILURE-14 ${origin}: a process that dies ${moment} leaves no one waiting longer than an hour`, async () => {
      const { calls, gateway } = failingOnce(new KeySpent("500 again"))
      let isDead = false
      let deaths = 0
      const die = () => {
        deaths += 1
        isDead = true
        throw new Error("This process is gone.")
      }
      const alive = <Result>(work: () => Promise<Result>) => (isDead ? die() : work())
      const dying = at.startProcess({
        database: {
          ...at.database,
          rows: async (statement) => await alive(() => at.database.rows(statement)),
          transaction: async (work) => await alive(() => at.database.transaction(work)),
        },
        gateway: {
          ...gateway,
          async charge(request) {
            const before = calls.charge
            const answer = await gateway.charge(request).catch((error: unknown) => error)
            if (before > 0 && moment === "before the answer is stored") die()
            throw answer
          },
          async cancel(request) {
            const answer = await gateway.cancel(request)
            return moment === "after the key was canceled" ? die() : answer
          },
        },
      })
      const { id } = await dying.submit(submitted(origin))
      for (let tries = 0; tries < 90 && !isDead; tries += 1) {
        at.clock.advance({ seconds: 29 })
        await at.resolve(dying).catch(() => undefined)
      }
      assert.ok(deaths > 0)
      const minutes = await untilDecided(id, at.startProcess({ gateway }))
      assert.ok(minutes >= 30 && minutes < 60, `${minutes} minutes`)
      assert.deepEqual([(await at.payment(id)).status], ["canceled"])
    })
  }
}

test("FAILURE-14 a charge that the gateway lists after all, or only when it is canceled, is applied", async () => {
  for (const found of ["listed", "canceled"] as const) {
    const { world, gateway } = failingOnce(new KeySpent("500 again"))
    const find: PaymentGateway["find"] = found === "listed" ? gateway.find : async () => undefined
    const server = at.startProcess({ gateway: { ...gateway, find } })
    const { id } = await server.submit(submitted("payNow"))
    await at.resolve(server)
    world.made = true
    const minutes = await untilDecided(id, server)
    assert.ok(found === "listed" ? minutes < 5 : minutes >= 30, `${minutes} minutes`)
    assert.equal((await at.payment(id)).status, "accepted")
  }
})

test("FAILURE-14 the customer reads that we are checking only while the gateway cannot be asked", async () => {
  const { world, gateway } = failingOnce(new KeySpent("500 again"))
  const server = at.startProcess({ gateway })
  const { id } = await server.submit(submitted("payNow"))
  await at.resolve(server)
  world.isAway = true
  at.clock.advance({ hours: 3 })
  await at.resolve(server)
  assert.equal((await at.payment(id)).status, "unknown")
  world.isAway = false
  at.clock.advance({ minutes: 1 })
  await at.resolve(server)
  assert.equal((await at.payment(id)).status, "canceled")
  assert.equal((await server.open(client, (await at.payment(id)).policyNumber))?.id, undefined)
})
