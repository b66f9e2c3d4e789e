import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { type Endpoint, siteKindOf } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { captchaActions } from "#contracts/identity/captcha.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { solve } from "#testing/captcha-solver.ts"
import { endsOf, entriesSince, stateOf } from "./audit-fixture.ts"
import { callOf, type Key, send } from "./calls-fixture.ts"
import { customerAt, staffFor, staffOf, subjectOf, visitorAt } from "./people-fixture.ts"
import { guarded, table } from "./table.expected.ts"

const host = "harbor.localhost"
const keys = Object.keys(table) as Key[]
/** The calls that require a step-up code. */
const proven = guarded.filter(([, { proofs }]) => proofs.length > 0)
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Audit actions after which a person signs in, or is contacted, in another way than before. */
const changesWho: readonly AuditAction[] = [
  "contact.change",
  "password.change",
  "securityQuestion.change",
]

test("PROOF-02 each call that changes an identity requires a step-up code", () => {
  const changing = guarded.filter(([, { leaves }]) =>
    leaves.some((action) => changesWho.includes(action)),
  )
  assert.ok(changing.length >= 3)
  for (const row of changing) assert.ok(proven.includes(row), row[0])
  for (const [key, { role }] of proven) {
    assert.match(role, /^customer/, `${key}: whose session would have the proof?`)
  }
  assert.deepEqual(
    keys.filter((key) => (endpoints[key] as Endpoint).errors.includes("proof.required")),
    proven.map(([key]) => key),
  )
})

test("PROOF-02 each of them is refused without proof, before it has any effect", async () => {
  const maria = customerAt(app, host, "maria.santos")
  const subject = await subjectOf(app, maria, "harbor")
  for (const [key, { proofs }] of proven) {
    const call = await callOf(app, key, maria, subject)
    if (proofs.includes("recent-for-email")) {
      Object.assign(call.body as object, { emailAddress: "maria.new@example.org" })
    }
    app.clock.advance({ minutes: 10 })
    await maria.browser.call(host, "POST /appauth/session/extend", {})
    const [ends, state] = [await endsOf(app.database), await stateOf(app.database)]
    const answer = await send(maria, key, call)
    assert.equal(answer.status, 409, `${key}: ${answer.text}`)
    assert.deepEqual(answer.messageIds, ["proof.required"], key)
    assert.deepEqual(await entriesSince(app.database, ends), [], key)
    assert.deepEqual(await stateOf(app.database), state, key)
  }
})

test("PROOF-11 changing the street requires no proof, and staff who act for a person need none", async () => {
  const james = customerAt(app, host, "james.okafor")
  const subject = await subjectOf(app, james, "harbor")
  const key = "PUT /myaccount-core/profile"
  const street = await callOf(app, key, james, subject)
  app.clock.advance({ minutes: 11 })
  assert.equal((await send(james, key, street)).status, 200)
  const acting = staffFor(app, host, subject.userid, "agent.moreau")
  await acting.signIn()
  const call = await callOf(app, key, acting, subject)
  Object.assign(call.body as object, { emailAddress: "james.new@example.org" })
  const answer = await send(acting, key, call)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.text.includes("james.new@example.org"), true)
})

test("RECOVER-06 an anonymous call requires no session, and a captcha only if the table lists one", async () => {
  const robert = customerAt(app, host, "robert.chen")
  const subject = await subjectOf(app, robert, "harbor")
  for (const key of keys) {
    const { role, proofs } = table[key]
    if (role !== "anonymous") continue
    const isOfSupport = siteKindOf(endpoints[key]) === "support"
    const anyone = isOfSupport ? staffOf(app, "agent.kim") : visitorAt(app, host)
    const call = await callOf(app, key, anyone, subject)
    const idsWith = async (captcha?: string) =>
      (await send(anyone, key, call, { "x-captcha": captcha })).messageIds
    const ids = await idsWith()
    assert.ok(!ids.includes("session.required"), key)
    assert.equal(ids.includes("captcha.bot"), proofs.length > 0, `${key}: ${ids}`)
    if (proofs.length === 0) continue
    for (const action of captchaActions) {
      const challenge = "GET /appauth/security/challenge"
      const { reply } = await anyone.browser.call(host, challenge, undefined, { query: { action } })
      const isRefused = (await idsWith(await solve(reply))).includes("captcha.bot")
      assert.equal(isRefused, !proofs.includes(`captcha:${action}`), `${key} for ${action}`)
    }
  }
})
