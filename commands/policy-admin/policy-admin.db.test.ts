import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { loadFolder } from "#commands/load/load-folder.ts"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import { customerOf } from "#testing/customer.ts"
import { openTestDatabase } from "#testing/database.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { payFor } from "#testing/pay-now.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { loadDemoPeople } from "./demo-people.ts"
import { startServedPolicyAdmin } from "./served.ts"

const clock = createTestClock()
const token = "a-token-of-the-tests"
let accounts: Database
let served: Awaited<ReturnType<typeof startServedPolicyAdmin>>
let portal: TestApp

before(async () => {
  accounts = await openTestDatabase()
  assert.equal(await loadDemoPeople(accounts, clock), true)
  assert.equal(await loadDemoPeople(accounts, clock), false, "people that are there stay")
  const listen = { port: 0, host: "127.0.0.1", token, logLevel: "silent" }
  served = await startServedPolicyAdmin({ database: accounts, clock, ...listen })
  portal = await startTestApp({
    secondTenant: false,
    async env(database) {
      await removePeople(database)
      return { POLICY_ADMIN_URL: served.url, POLICY_ADMIN_TOKEN: token }
    },
  })
})
after(async () => {
  await portal.close()
  await served.close()
  await accounts.close()
})

async function removePeople(database: Database): Promise<void> {
  const clients = await database.rows<{ client: string }>(
    sql`select distinct client from policy_admin.person`,
  )
  await database.transaction(async (tx) => {
    for (const { client } of clients) await replacePeople(tx, client, [])
  })
}

async function countOf(database: Database, what: "person" | "payment"): Promise<number> {
  const [row] = await database.rows<{ people: number; payments: number }>(
    sql`select (select count(*)::int from policy_admin.person) as people,
      (select count(*)::int from policy_admin.payment) as payments`,
  )
  return (what === "person" ? row?.people : row?.payments) ?? -1
}

test("CONTRACT-11 a customer signs in, sees their products and pays through the account system over HTTP", async () => {
  const james = await customerOf(portal, "james.okafor", "harbor")
  const body = { ...james.body, policyNumber: "4003120956" }
  const { reply } = await james.browser.call(james.host, "POST /myaccount-core/payNow/data", body)
  assert.equal(reply.activeProducts.length, 1)
  await payFor(portal, "james.okafor", "harbor", "4003120956")
  assert.equal(await countOf(accounts, "payment"), 1)
  assert.equal(await countOf(portal.database, "payment"), 0)
  assert.equal(await countOf(portal.database, "person"), 0)
})

test("CONTRACT-11 a load leaves people out while another account system has them, and says so", async () => {
  const database = await openTestDatabase()
  const needs = { clock, audit: testAudit(clock), passwords: testPasswords }
  const load = () => loadFolder(database, demoFolder, { ...needs, leavesPeopleOut: true })
  const { changes, notices } = await load()
  assert.equal(changes.people.written, 0)
  assert.ok(changes.users.written > 0 && changes["payment methods"].written > 0)
  assert.match(notices.join("\n"), /people and their products were left out.*POLICY_ADMIN_URL/)
  assert.equal(await countOf(database, "person"), 0)
  await database.close()
})

test("CONTRACT-11 the command refuses to serve with a token that is too short or no word", async () => {
  for (const words of [
    ["--token", "short"],
    ["--token", "with a space"],
  ]) {
    const { code, err } = await runCommand("policy-admin", words, {})
    assert.equal(code, 2)
    assert.match(err, /^--token must .*\nUsage: npm run my-account -- policy-admin \[--token/)
  }
})
