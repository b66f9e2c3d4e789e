import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import Fastify from "fastify"
import { systemClock } from "#platform/clock.ts"
import { createGateways, GatewayAway } from "#ports/payment-gateway/port.ts"
import { openGateway } from "./payment-gateway.ts"

const place = {
  clock: systemClock,
  dataFolder: "",
  addresses: { of: (host: string) => `https://${host}` },
  trusts: () => false,
}
const keys = { secretKey: "sk_1", publishableKey: "pk_1", webhookSecrets: ["whsec_1"] }

test("ACCOUNTS-01 a client without an account has the installation's, and one without keys is away", async () => {
  const opened = await openGateway(
    {
      kind: "stripe",
      ...keys,
      ...{ timeoutMs: 1_000, callsPerSecond: 50, account: "acct_own", hasInstantBank: false },
      accounts: [{ ...keys, account: "acct_1A", publishableKey: "pk_2", hasInstantBank: true }],
    },
    place,
  )
  const accounts: Record<string, string | null> = {
    harbor: null,
    owner: "acct_own",
    fund: "acct_1A",
    mistyped: "acct_2B",
  }
  const gateways = createGateways(opened.gateways, async (client) =>
    opened.nameFor(accounts[client] ?? null),
  )
  const { name, inBrowser } = await gateways.of("harbor")
  assert.deepEqual([name, inBrowser.hasInstantBank], ["stripe", false])
  assert.equal((await gateways.of("owner")).name, "stripe")
  const fund = await gateways.of("fund")
  assert.deepEqual([fund.name, fund.inBrowser.publishableKey], ["stripe:acct_1A", "pk_2"])
  assert.equal(fund.inBrowser.hasInstantBank, true)
  await assert.rejects(gateways.of("mistyped"), GatewayAway)
})

test("ACCOUNTS-01 the sandbox is the account of every client", async () => {
  const url = "http://127.0.0.1:4000"
  const sandbox = { kind: "sandbox", url, secret: "a word", host: "", timeoutMs: 1_000 } as const
  const { gateways, nameFor } = await openGateway(sandbox, place)
  assert.deepEqual([gateways.length, nameFor("acct_1A")], [1, "sandbox"])
})

test("FIELDS-03 the sandbox's frames are served on their own host alone", async () => {
  const app = Fastify()
  const dataFolder = mkdtempSync(join(tmpdir(), "frames-"))
  const own = { url: undefined, secret: "a word", host: "fields.localhost", timeoutMs: 1_000 }
  const sandbox = { kind: "sandbox", ...own } as const
  const opened = await openGateway(sandbox, { ...place, dataFolder })
  await opened.serve(app)
  const statusAt = async (host: string) => {
    const url = "/sandbox-gateway/frames/number"
    return (await app.inject({ url, headers: { host } })).statusCode
  }
  assert.equal(await statusAt("fields.localhost:3000"), 200)
  assert.equal(await statusAt("harbor.localhost:3000"), 404)
  assert.deepEqual(opened.origins().frames, ["https://fields.localhost"])
  await app.close()
  await opened.close()
  rmSync(dataFolder, { recursive: true })
})
