// @prove-only kill
import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { systemClock } from "#platform/clock.ts"
import { startGateway } from "#tools/prove/world/processes.ts"
import { type Charge, GatewayAway, GatewaySilent, type PaymentGateway } from "../port.ts"
import { cardPayment } from "../sample-requests.ts"
import { openLedger } from "./ledger.store.ts"
import { createSandboxGateway } from "./sandbox.ts"

const kills = 5
const clients = 10

test("kill -9 at any moment leaves replies true, and charges every key once", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "my-account-gateway-"))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { process: sandbox, ledger: file, settings } = await startGateway(folder)
  t.after(() => sandbox.stop())
  const gateway = createSandboxGateway({
    address: () => settings.SANDBOX_GATEWAY_URL,
    browserAddress: "",
    framesAddress: () => "",
    secret: settings.SANDBOX_GATEWAY_SECRET,
    timeoutMs: 5_000,
    clock: systemClock,
  })

  const answered = new Map<string, Charge>()
  let done = false
  const working = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !done; n += 1) {
      const key = `client ${client} payment ${n}`
      answered.set(key, await chargeUntilAnswered(gateway, key, 100 + n))
    }
  })
  for (let kill = 0; kill < kills; kill += 1) {
    const before = answered.size
    while (answered.size < before + 2 * clients) await new Promise(setImmediate)
    await sandbox.kill()
  }
  // The number that ends the process between the ledger and the answer.
  const dying = await chargeUntilAnswered(gateway, "dies", 4_217, "sample.dies.01-2040")
  assert.equal(sandbox.ended(), 1)
  answered.set("dies", dying)
  done = true
  await Promise.all(working)

  const ledger = openLedger(file)
  t.after(() => ledger.close())
  const charges = ledger.charges()
  assert.equal(charges.length, new Set(charges.map(({ key }) => key)).size)
  assert.equal(charges.length, answered.size)
  for (const { key, reference, amount } of charges) {
    assert.equal(answered.get(key)?.reference, reference)
    assert.equal(answered.get(key)?.amount, amount)
  }
})

/** Repeats the same key until there is an answer, as the payment jobs do. */
async function chargeUntilAnswered(
  gateway: PaymentGateway,
  key: string,
  amount: number,
  reference = "sample.visa.01-2040",
): Promise<Charge> {
  for (;;) {
    try {
      return await gateway.charge({ key, amount, reference, ...cardPayment })
    } catch (error) {
      if (!(error instanceof GatewayAway || error instanceof GatewaySilent)) throw error
      await new Promise(setImmediate)
    }
  }
}
