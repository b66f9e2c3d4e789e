import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { findEntries } from "#testing/audit-trail.store.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testAudit, testAuditKeys } from "#testing/secret-key.ts"
import { actFor, supportHost } from "#testing/staff.ts"
import type { AuditAction } from "../audit.ts"
import { checkAudit } from "../audit-check.ts"

const host = "harbor.localhost"
const list = "GET /myaccount-core/accountRecord"
const doubt = "POST /myaccount-core/accountRecord/notRecognised"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

test('ACTIVITY-01 a person sees in plain words who did what, staff too, newest first, and nothing about anyone else; "This wasn\'t me" is not offered for the login of this session', async () => {
  const staff = app.browser()
  await actFor(staff, "maria.santos_harbor")
  await staff.call(supportHost, "POST /myaccount-core/agent/resetPassword", {
    username: "maria.santos_harbor",
    isCustomerUser: true,
  })
  await actFor(staff, "james.okafor_harbor")
  const maria = app.browser()
  await maria.signIn(host, "maria.santos")
  const { reply } = await maria.call(host, list)
  assert.deepEqual(
    reply.items.map(({ what, canReport }) => [what, canReport]),
    [
      ["You logged in", false],
      ["Customer service sent you a link to reset the password", true],
      ["Customer service opened your account to act for you", true],
    ],
  )
  assert.equal(reply.hasMore, false)
})

test("reporting an unrecognized entry notifies the operator and the person, and adds an audit entry", async () => {
  const staff = app.browser()
  await actFor(staff, "dorothy.lindqvist_harbor")
  await actFor(staff, "james.okafor_harbor")
  const dorothy = app.browser()
  await dorothy.signIn(host, "dorothy.lindqvist")
  const { reply } = await dorothy.call(host, list)
  const entry = reply.items.find(({ what }) => what.includes("opened your account"))
  assert.ok(entry)
  const told = await dorothy.call(host, doubt, { number: entry.number })
  assert.equal(told.status, 200, told.text)
  const alert = await app.readMail("security@my-account.localhost")
  assert.match(alert.text, /Account HM2133871 of the client harbor/)
  assert.doesNotMatch(alert.text, /Dorothy|Lindqvist/)
  await app.readMail("dorothy.lindqvist@example.com", "looking into")
  const last = (await auditLog(app.database, "harbor")).at(-1)
  assert.equal(last?.action, "record.notRecognised")
  assert.equal(last?.after?.number, String(entry.number))

  const james = (await auditLog(app.database, "harbor")).findIndex(
    ({ subjectUserid }) => subjectUserid === "james.okafor_harbor",
  )
  const { number = 0 } = (await findEntries(app.database, "harbor"))[james] ?? {}
  const foreign = await dorothy.call(host, doubt, { number })
  assert.equal(foreign.status, 404, "an entry of another person")
})

test("a person can report at most five entries in any hour", async () => {
  const james = app.browser()
  await james.signIn(host, "james.okafor")
  const report = async () => (await james.call(host, doubt, { number: 999_999_999 })).messageIds
  const passes = async (minutes: number) => {
    // A session ends after 15 minutes without a call.
    for (let left = minutes; left > 0; left -= 10) {
      app.clock.advance({ minutes: Math.min(left, 10) })
      await james.call(host, list)
    }
  }
  for (let n = 0; n < 5; n += 1) assert.deepEqual(await report(), ["request.notFound"])
  assert.deepEqual(await report(), ["accountRecord.tooMany"])
  await passes(59)
  app.clock.advance({ seconds: 59 })
  assert.deepEqual(await report(), ["accountRecord.tooMany"])
  app.clock.advance({ seconds: 1 })
  assert.deepEqual(await report(), ["request.notFound"])
})

test("staff who act for a person can read the entries but cannot report them", async () => {
  for (let n = 0; n < 3; n += 1) await app.browser().signIn(host, "siobhan.obrien")
  const staff = app.browser()
  await actFor(staff, "siobhan.obrien_harbor")
  const { reply } = await staff.call(host, list, undefined, {
    query: { before: String(Number.MAX_SAFE_INTEGER) },
  })
  assert.equal(reply.items.length > 3, true)
  const read = reply.items.map(({ what }) => what)
  assert.ok(read.includes("The customer logged in"), "staff are not “you”")
  assert.ok(read.includes("Customer service opened the customer’s account to act for the customer"))
  assert.ok(reply.items.every(({ canReport }) => !canReport))
  assert.equal((await staff.call(host, doubt, { number: 1 })).status, 403)
})

test("more than ten entries are shown in pages, without gaps or repetitions", async () => {
  const browser = app.browser()
  await browser.signIn(host, "grace.adeyemi")
  const audit = testAudit(app.clock)
  const about = { client: "harbor", accountNumber: "HM2151904", subjectUserid: null, ip: null }
  const actor = { kind: "system" } as const
  const actions = Array.from({ length: 24 }, (_, n) =>
    n === 4 ? ("of.another.version" as AuditAction) : n % 2 ? "staff.impersonate" : "staff.search",
  )
  for (const action of actions) {
    await app.database.transaction((tx) => audit.record(tx, { ...about, action, actor }))
  }
  const page = async (before?: number) => {
    const query = before === undefined ? undefined : { query: { before: String(before) } }
    return (await browser.call(host, list, undefined, query)).reply
  }
  const first = await page()
  const second = await page(first.items.at(-1)?.number)
  assert.deepEqual([first.hasMore, second.hasMore], [true, false])
  const told = [...first.items, ...second.items]
  assert.deepEqual([first.items.length, told.length], [10, 13])
  assert.equal(new Set(told.map(({ number }) => number)).size, 13)
  assert.equal(told.at(-1)?.what, "You logged in")
  assert.equal(told.at(-4)?.what, "We did something that this page cannot describe")
})

test("a page of exactly ten entries is the last one, and eleven entries have a second page", async () => {
  const union = "electricians.localhost"
  const browser = app.browser()
  await browser.signIn(union, "tom.reilly")
  const shown = async () => {
    const { reply } = await browser.call(union, list)
    return [reply.items.length, reply.hasMore]
  }
  const audit = testAudit(app.clock)
  const { accountNumber = "" } = demoPerson("tom.reilly")
  const about = { client: "electricians", accountNumber, subjectUserid: null, ip: null }
  const add = () =>
    app.database.transaction((tx) =>
      audit.record(tx, { ...about, action: "staff.search", actor: { kind: "system" } }),
    )
  // The first entry is the sign-in.
  for (let n = 0; n < 9; n += 1) await add()
  assert.deepEqual(await shown(), [10, false])
  await add()
  assert.deepEqual(await shown(), [10, true])
})

test("the audit log is valid after all of these actions", async () => {
  assert.deepEqual((await checkAudit(app.database, testAuditKeys.entries)).problems, [])
})
