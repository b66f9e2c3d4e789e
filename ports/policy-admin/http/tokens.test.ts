import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { inspect } from "node:util"
import { createTestClock } from "#testing/clock.ts"
import { examples } from "../contract/examples.ts"
import { AccountSystemAway } from "../port.ts"
import { startScripted } from "./scripted.mock.ts"
import { connectedForTest } from "./serve-fixture.ts"

const { client, policyNumber } = examples.personByPolicyNumber.request
const found = { body: { person: null } }
const clientSecret = "a secret: of the client"

/** An account system that accepts the newest token of an authorization server, unless `refuses`. */
async function connect(t: TestContext, refuses: (count: number) => boolean = () => false) {
  const clock = createTestClock()
  let tokens = 0
  let asked = 0
  const authorization = await startScripted(() => {
    tokens += 1
    const token = { access_token: `token-${tokens}`, token_type: "Bearer", expires_in: 600 }
    return { body: token }
  })
  const system = await startScripted(({ headers }) => {
    asked += 1
    const isKnown = headers.authorization === `Bearer token-${tokens}` && !refuses(asked)
    return isKnown ? found : { status: 401, body: { code: "unauthorized" } }
  })
  const policyAdmin = connectedForTest(system.url, {
    clock,
    credentials: { tokenUrl: `${authorization.url}/token`, clientId: "portal", clientSecret },
  })
  t.after(() => Promise.all([authorization.close(), system.close(), policyAdmin.close()]))
  const ask = () => policyAdmin.personByPolicyNumber(client, policyNumber)
  return { clock, authorization, system, policyAdmin, ask }
}

test("CONTRACT-06 calls share one token, which is renewed before it ends", async (t) => {
  const { clock, authorization, ask } = await connect(t)
  await Promise.all(Array.from({ length: 8 }, ask))
  assert.equal(authorization.asked.length, 1, "one request at a time")
  const [scheme, given = ""] = authorization.asked[0]?.headers.authorization?.split(" ") ?? []
  assert.equal(scheme, "Basic")
  const basic = Buffer.from(given, "base64")
  assert.equal(basic.toString(), "portal:a+secret%3A+of+the+client")
  clock.advance({ seconds: 569 })
  await ask()
  assert.equal(authorization.asked.length, 1)
  clock.advance({ seconds: 2 })
  await Promise.all([ask(), ask()])
  assert.equal(authorization.asked.length, 2)
})

test("CONTRACT-06 a refused token is replaced once", async (t) => {
  const { authorization, system, ask } = await connect(t, (count) => count === 2)
  await ask()
  await ask()
  assert.equal(authorization.asked.length, 2)
  assert.equal(system.asked.length, 3)
  const always = await connect(t, () => true)
  await assert.rejects(always.ask, AccountSystemAway)
  assert.equal(always.system.asked.length, 2)
})

test("CONTRACT-06 without a token the account system counts as unavailable, and no secret is revealed", async (t) => {
  const refusing = await startScripted(() => {
    return { status: 401, body: { error: "invalid_client", error_description: clientSecret } }
  })
  const system = await startScripted(() => found)
  const credentials = { tokenUrl: refusing.url, clientId: "portal", clientSecret }
  const policyAdmin = connectedForTest(system.url, { credentials })
  t.after(() => Promise.all([refusing.close(), system.close(), policyAdmin.close()]))
  const heard: unknown[] = []
  await policyAdmin.personByPolicyNumber(client, policyNumber).catch((error) => heard.push(error))
  assert.ok(heard[0] instanceof AccountSystemAway)
  assert.equal(system.asked.length, 0)
  const said = inspect([heard, policyAdmin.logged], { depth: null, showHidden: true })
  const encoded = Buffer.from("portal:").toString("base64").slice(0, 8)
  for (const secret of [clientSecret, encoded]) assert.ok(!said.includes(secret), said)
})
