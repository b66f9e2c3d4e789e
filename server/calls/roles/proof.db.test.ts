import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Endpoint } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import type { AuditAction } from "#services/audit/audit.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { jobsWaitOn } from "#testing/jobs-wait.ts"
import { endsOf, entriesSince, stateOf } from "./audit-fixture.ts"
import { callOf, type Key, send } from "./calls-fixture.ts"
import { customerAt, staffFor, subjectOf } from "./people-fixture.ts"
import { table } from "./table-fixture.ts"

const host = "harbor.localhost"
const rows = Object.entries(endpoints) as [Key, Endpoint][]
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Audit actions after which a person signs in, or is reached, in another way than before. */
const changesWho: readonly AuditAction[] = [
  "contact.change",
  "password.change",
  "securityQuestion.change",
]

test("PROOF-02 the contract of each call that changes an identity requires a step-up code", () => {
  const changing = rows.filter(([key]) =>
    table[key]?.leaves.some((action) => changesWho.includes(action)),
  )
  assert.ok(changing.length >= 3)
  for (const [key, row] of changing) assert.ok(row.proof, key)
  for (const [key, row] of rows) {
    assert.equal(row.errors.includes("proof.required"), row.proof !== undefined, key)
    if (!row.proof) continue
    assert.match(row.role, /^customer/, `${key}: whose session would have the proof?`)
  }
})

test("PROOF-02 each of them is refused without proof, before anything is done", async () => {
  const maria = customerAt(app, host, "maria.santos")
  const subject = await subjectOf(app, maria, "harbor")
  const alone = jobsWaitOn(app.database)
  for (const [key, row] of rows) {
    if (!row.proof) continue
    const call = await callOf(app, key, maria, subject)
    if (row.proof === "recent-for-email") {
      Object.assign(call.body as object, { emailAddress: "maria.new@example.org" })
    }
    app.clock.advance({ minutes: 10 })
    await maria.browser.call(host, "POST /appauth/session/extend", {})
    await alone(async () => {
      const [ends, state] = [await endsOf(app.database), await stateOf(app.database)]
      const answer = await send(maria, key, call)
      assert.equal(answer.status, 409, `${key}: ${answer.text}`)
      assert.deepEqual(answer.messageIds, ["proof.required"], key)
      assert.deepEqual(await entriesSince(app.database, ends), [], key)
      assert.deepEqual(await stateOf(app.database), state, key)
    })
  }
})

test("PROOF-11 another street takes no proof, and staff who act for a person need none", async () => {
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
