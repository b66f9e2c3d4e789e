import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { chosenBankToken } from "#testing/gateway-tokens.ts"
import type { PaymentGateway } from "../port.ts"
import { keepTerms } from "../sample-requests.ts"
import { createSandboxGateway } from "./sandbox.ts"
import { type SandboxGateway, startSandboxGateway } from "./server.ts"

const secret = "a secret of this test"
const clock = createTestClock()
let server: SandboxGateway
let gateway: PaymentGateway
before(async () => {
  server = await startSandboxGateway({ secret, clock })
  const { address } = server
  const options = {
    address: () => address,
    browserAddress: address,
    framesAddress: () => address,
    secret,
    clock,
  }
  gateway = createSandboxGateway({ ...options, timeoutMs: 25_000 })
})
after(() => server.close())

const refused = { name: "TokenRefused", reason: "token_unknown" }

test("the bank's page opens only in a frame of the site that prepared it, and only with its address", async () => {
  const { session } = await gateway.prepareBank("page", keepTerms)
  const page = await fetch(`${server.address}/banks/${session}`)
  const policy = page.headers.get("content-security-policy") ?? ""
  assert.match(policy, /frame-ancestors https:\/\/my\.example\.com$/)
  assert.match(await page.text(), /<button value="bank-poor">bank-poor, ending in 2227<\/button>/)
  assert.equal((await fetch(`${server.address}/banks/nobody`)).status, 404)
  const unknown = await fetch(`${server.address}/banks/${session}/visa`, { method: "POST" })
  assert.equal(unknown.status, 404)
  const stranger = await fetch(`${server.address}/banks`, { method: "POST" })
  assert.equal(stranger.status, 401)
})

test("a session and its token end after 15 minutes", async () => {
  const { session } = await gateway.prepareBank("late", keepTerms)
  const token = await chosenBankToken(server, session)
  clock.advance({ minutes: 15 })
  await assert.rejects(gateway.keep(token, "late", keepTerms), refused)
  const late = await fetch(`${server.address}/banks/${session}/bank`, { method: "POST" })
  assert.equal(late.status, 404)
})

test("a key of another customer's session is refused", async () => {
  await gateway.prepareBank("reused", keepTerms)
  const other = { ...keepTerms, accountNumber: "H-100201" }
  await assert.rejects(gateway.prepareBank("reused", other), { name: "KeyReused" })
})

test("the account bank-verify needs deposits also if it is chosen at the bank", async () => {
  const { session } = await gateway.prepareBank("verify", keepTerms)
  const token = await chosenBankToken(server, session, "000100000005")
  const { verifyAt, deposits } = await gateway.keep(token, "verify", keepTerms)
  assert.match(verifyAt, /authentications/)
  assert.equal(deposits, "amounts")
})
