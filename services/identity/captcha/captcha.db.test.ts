import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { solve } from "#testing/captcha-solver.ts"
import { ana, registrationOf } from "#testing/registration.ts"

const host = ana.host
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function proofFor(action = "registration", at = host): Promise<string> {
  const options = { query: { action } }
  const key = "GET /appauth/security/challenge"
  const { reply } = await app.browser().call(at, key, undefined, options)
  return await solve(reply)
}

async function isBot(token: string, at = host): Promise<boolean> {
  return (await app.browser().call(at, "POST /appauth/security/bot", { token })).reply.isBot
}

async function begin(proof: string | undefined) {
  const body = { planNumber: ana.planNumber, client: ana.client }
  const key = "POST /appauth/registration/policyNumber"
  return await app.browser().call(host, key, body, { headers: { "x-captcha": proof } })
}

test("a solved proof passes the check for bots, and checking it does not use it up", async () => {
  const proof = await proofFor()
  assert.equal(await isBot(proof), false)
  assert.equal(await isBot(proof), false)
  assert.equal((await begin(proof)).status, 200)
  assert.equal(await isBot(proof), true)
})

test("RECOVER-06 a protected call without a proof is refused in the specification's words", async () => {
  for (const proof of [undefined, "", "e30=", "no proof"]) {
    const answer = await begin(proof)
    assert.deepEqual([answer.status, ...answer.messageIds], [422, "captcha.bot"])
    assert.match(
      answer.text,
      /You behaviour verified as a bot\. Please refresh the page to try again\./,
    )
  }
  assert.equal(await isBot("no proof"), true)
})

test("a proof is accepted in one of 16 parallel calls", async () => {
  const proof = await proofFor()
  const answers = await Promise.all(Array.from({ length: 16 }, () => begin(proof)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(15).fill(422)])
})

test("a proof is valid only for its action and its host", async () => {
  assert.equal((await begin(await proofFor("forgotUsername"))).status, 422)
  const elsewhere = await proofFor("registration", "wayfarer.localhost")
  assert.equal((await begin(elsewhere)).status, 422)
  assert.equal(await isBot(elsewhere), true)
  assert.equal(await isBot(elsewhere, "wayfarer.localhost"), false)
})

test("a proof is valid for 20 minutes", async () => {
  const proof = await proofFor()
  app.clock.advance({ minutes: 19, seconds: 59 })
  assert.equal(await isBot(proof), false)
  app.clock.advance({ seconds: 1 })
  assert.equal(await isBot(proof), true)
  assert.equal((await begin(proof)).status, 422)
})

test("a call with an invalid body does not use up its proof", async () => {
  const proof = await proofFor()
  const body = { planNumber: 4_000_000_017, client: ana.client }
  const key = "POST /appauth/registration/policyNumber"
  const answer = await app.browser().call(host, key, body, { headers: { "x-captcha": proof } })
  assert.deepEqual(answer.messageIds, ["request.invalid"])
  assert.equal((await begin(proof)).status, 200)
})

test("a used proof is stored as a hash until it would expire", async () => {
  const proof = await proofFor()
  await begin(proof)
  const content = JSON.parse(Buffer.from(proof, "base64").toString())
  const rows = await app.database.rows<{ row: string }>(
    sql`select encode(proof_hash, 'hex') || expires_at::text as row from appauth.used_proof`,
  )
  assert.ok(rows.every(({ row }) => !row.includes(content.challenge.signature)))
})

test("only protected calls require a proof, and the API document lists its header for them", async () => {
  const { text } = await app.browser().get(host, "/openapi.json")
  const { paths } = JSON.parse(text)
  const names = (operation: { parameters: { name: string }[] }) =>
    operation.parameters.map(({ name }) => name)
  assert.ok(names(paths["/appauth/forgotUsername"].post).includes("x-captcha"))
  assert.ok(!names(paths["/appauth/login"].post).includes("x-captcha"))
  const { number } = registrationOf(app.browser(), ana)
  assert.equal((await number()).status, 200)
})
