// @prove-only kill

import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { connectedForTest, testToken } from "#ports/policy-admin/http/serve-fixture.ts"
import { freePort } from "#tools/free-port.ts"
import { startKillable } from "#tools/prove/world/processes.ts"

const client = "harbor"
const accountNumber = "HM2073350"
const policyNumber = "4003120956"

test("CONTRACT-07 npm run my-account -- policy-admin posts once what is repeated after kill -9", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "policy-admin-killed-"))
  const port = await freePort()
  const words = ["policy-admin", "--token", testToken, "--port", String(port)]
  const script = "commands/my-account.ts"
  const server = await startKillable(script, words, { DATA_DIR: folder })
  const policyAdmin = connectedForTest(`http://127.0.0.1:${port}`)
  t.after(async () => {
    await policyAdmin.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const account = await policyAdmin.account(client, accountNumber)
  assert.ok(account, "the demo has this person")
  const payment = { client, accountNumber, policyNumber, amount: 1_000, paidOn: "2026-11-24" }
  const headers = {
    authorization: `Bearer ${testToken}`,
    "content-type": "application/json",
    "idempotency-key": "a-key-of-a-subscription",
  }
  const subscribe = async () => {
    const body = JSON.stringify({ client, accountNumber, isSubscribed: false })
    const to = `http://127.0.0.1:${port}/v1/setEmailSubscribed`
    return await (await fetch(to, { method: "POST", headers, body })).json()
  }
  const first = await subscribe()
  for (let round = 0; round < 3; round += 1) {
    const paymentId = `00000000-0000-4000-8000-00000000000${round}`
    await policyAdmin.applyPayment({ ...payment, paymentId })
    await server.kill()
    await policyAdmin.applyPayment({ ...payment, paymentId })
  }
  const entries = await policyAdmin.entries(client, accountNumber, policyNumber)
  const paid = entries.filter(({ kind }) => kind === "payment")
  assert.equal(new Set(paid.map(({ cause }) => cause)).size, 3)
  assert.equal(
    paid.reduce((sum, { amount }) => sum + amount, 0),
    3_000,
  )
  assert.deepEqual(await subscribe(), first, "the reply of before the kills")
})
