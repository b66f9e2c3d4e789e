import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { z } from "zod"
import type { Database } from "#database/open.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { facts } from "../conformance-facts.ts"
import { examples } from "../contract/examples.ts"
import { operations } from "../contract/operations.ts"
import { createEmbeddedPolicyAdmin } from "../embedded/embedded.ts"
import { replacePeople } from "../embedded/people.load.ts"
import { servedForTest, testToken } from "../http/serve-fixture.ts"
import { storedReplies } from "./given-replies.store.ts"

let database: Database
let served: Awaited<ReturnType<typeof servedForTest>>
before(async () => {
  database = await openTestDatabase()
  await database.transaction(async (tx) => {
    for (const [client, people] of Object.entries(facts)) await replacePeople(tx, client, people)
  })
  served = await servedForTest(createEmbeddedPolicyAdmin(database))
})
after(async () => {
  await served.close()
  await database.close()
})

const authorization = `Bearer ${testToken}`
const anyone = { client: "first-client", accountNumber: "A1" }

async function send(
  name: string,
  body: unknown = anyone,
  headers: Record<string, string> = {},
  url = served.url,
): Promise<{ status: number; type: string | null; reply: Record<string, unknown> }> {
  const response = await fetch(`${url}/v1/${name}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
  const type = response.headers.get("content-type")
  return { status: response.status, type, reply: (await response.json()) as never }
}

test("CONTRACT-07 only the token opens an operation", async () => {
  assert.equal((await send("account")).status, 200)
  const others = ["", "Bearer", `Bearer ${testToken}x`, `Bearer ${testToken.slice(1)}`, testToken]
  for (const authorization of [...others, `Basic ${testToken}`, "Bearer \u00e9"]) {
    for (const name of ["account", "applyPayment", "no-operation"]) {
      const { status, type, reply } = await send(name, anyone, { authorization })
      assert.equal(status, 401, authorization)
      assert.match(type ?? "", /^application\/problem\+json/)
      assert.equal(reply.code, "unauthorized")
    }
  }
})

test("CONTRACT-07 a request of another shape is refused, and the refusal names its field", async () => {
  const change = z.encode(operations.changeBilling.request, examples.changeBilling.request)
  const key = { "idempotency-key": randomUUID() }
  const wrong: [name: string, body: unknown, field: string][] = [
    ["account", { client: "first-client" }, "accountNumber"],
    ["account", { ...anyone, accountNumber: 1 }, "accountNumber"],
    ["account", { ...anyone, accountNumber: "\u0000" }, "accountNumber"],
    ["account", { ...anyone, acountNumber: "A2" }, "acountNumber"],
    ["account", [anyone], ""],
    ["account", '{"client":', ""],
    ["account", '{"client":"a","accountNumber":"b","__proto__":{}}', ""],
    ["account", "null", "client"],
    ["changeBilling", { ...change, seen: { ...change.seen, more: 1 } }, "seen.more"],
    ["changeBilling", { ...change, changedOn: "2026-02-30" }, "changedOn"],
  ]
  for (const [name, body, field] of wrong) {
    const { status, reply } = await send(name, body, key)
    assert.deepEqual(
      [status, reply.code, reply.field],
      [400, "invalid", field],
      JSON.stringify(body),
    )
  }
  const asText = await send("account", anyone, { "content-type": "text/plain" })
  assert.equal(asText.status, 400)
  const large = await send("account", { ...anyone, accountNumber: "x".repeat(2_000_000) })
  assert.deepEqual([large.status, large.reply.code], [413, "tooLarge"])
  assert.equal((await send("no-operation")).reply.code, "unknownOperation")
  const unknown = await send("account", { ...anyone, accountNumber: "A99" })
  assert.deepEqual([unknown.status, unknown.reply], [200, { account: null }])
})

test("CONTRACT-07 a change needs a key, is made once for it, and the key cannot be used for another change", async () => {
  const asked = { client: "second-client", accountNumber: "A1", isSubscribed: false }
  const key = { "idempotency-key": randomUUID() }
  const without = await send("setEmailSubscribed", asked)
  assert.deepEqual([without.status, without.reply.field], [400, "Idempotency-Key"])
  const short = await send("setEmailSubscribed", asked, { "idempotency-key": "short" })
  assert.equal(short.status, 400)
  const many = Array.from({ length: 6 }, () => send("setEmailSubscribed", asked, key))
  for (const { reply } of [
    ...(await Promise.all(many)),
    await send("setEmailSubscribed", asked, key),
  ]) {
    assert.deepEqual(reply, { accountNumber: "A1", isChanged: true })
  }
  const other = await send("setEmailSubscribed", { ...asked, isSubscribed: true }, key)
  assert.deepEqual([other.status, other.reply.code], [409, "keyReused"])
  const again = await send("setEmailSubscribed", asked, { "idempotency-key": randomUUID() })
  assert.deepEqual(again.reply, { accountNumber: "A1", isChanged: false })
})

test("CONTRACT-07 without its database an account system is unavailable, and a change may be repeated", async () => {
  const own = await openTestDatabase()
  const other = await servedForTest(createEmbeddedPolicyAdmin(own))
  await own.close()
  const headers = { authorization, "content-type": "application/json" }
  const ask = (name: string, more: object) => fetch(`${other.url}/v1/${name}`, { headers, ...more })
  for (const [name, more] of [
    ["available", {}],
    ["account", { method: "POST", body: JSON.stringify(anyone) }],
  ] as const) {
    const response = await ask(name, more)
    assert.equal(response.status, 503)
    assert.equal(((await response.json()) as { code: string }).code, "away")
  }
  await other.close()
})

test("CONTRACT-07 a change is made once for its key within a day, also after a restart", async () => {
  const clock = createTestClock()
  const serve = () =>
    servedForTest(createEmbeddedPolicyAdmin(database), clock, storedReplies(database))
  const asked = { client: "first-client", accountNumber: "A1", isSubscribed: true }
  const key = { "idempotency-key": randomUUID() }
  const before = await serve()
  const first = await send("setEmailSubscribed", asked, key, before.url)
  assert.deepEqual(first.reply, { accountNumber: "A1", isChanged: true })
  await before.close()

  const [one, other] = [await serve(), await serve()]
  const urls = [one.url, other.url, one.url, other.url]
  const again = await Promise.all(urls.map((url) => send("setEmailSubscribed", asked, key, url)))
  for (const { reply } of again) assert.deepEqual(reply, first.reply)
  const reused = await send("setEmailSubscribed", { ...asked, isSubscribed: false }, key, one.url)
  assert.equal(reused.reply.code, "keyReused")
  clock.advance({ hours: 25 })
  const later = await send("setEmailSubscribed", asked, key, other.url)
  assert.deepEqual(later.reply, { accountNumber: "A1", isChanged: false })
  await Promise.all([one.close(), other.close()])
})
