// @prove-only replica
// @postgres-only

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type Database, openDatabase } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { type Forwarder, startForwarder } from "#testing/forwarder.ts"
import { actFor, supportHost } from "#testing/staff.ts"

const search = "GET /myaccount-core/agent/clients"

let app: TestApp
let staff: TestBrowser
let maria: Customer
/** The replica, and the proxy through which the server reaches it. */
let replica: Database
let way: Forwarder

before(async () => {
  const url = new URL(String(process.env.TEST_REPLICA_URL))
  way = await startForwarder(Number(url.port))
  app = await startTestApp({
    async env(database) {
      const [row] = await database.rows<{ name: string }>(sql`select current_database() as name`)
      url.pathname = `/${row?.name}`
      await untilReplayed(database)
      replica = await openDatabase({ url: url.href })
      url.port = String(way.port)
      return { DATABASE_URL: String(process.env.TEST_DATABASE_URL), READ_DATABASE_URL: url.href }
    },
  })
  staff = app.browser()
  await staff.signIn(supportHost, "agent.kim")
  maria = await customerOf(app, "maria.santos", "harbor")
})

after(async () => {
  await replica.close()
  await app.close()
})

/** Waits until the replica has replayed everything that the primary has now. */
async function untilReplayed(primary: Queries): Promise<void> {
  const [end] = await primary.rows<{ at: string }>(sql`select pg_current_wal_lsn()::text as at`)
  const server = await openDatabase({ url: String(process.env.TEST_REPLICA_URL) })
  for (;;) {
    const [row] = await server.rows<{ isThere: boolean }>(
      sql`select pg_last_wal_replay_lsn() >= ${end?.at}::pg_lsn as is_there`,
    )
    if (row?.isThere) break
    await wait(20)
  }
  await server.close()
}

async function foundName(): Promise<string | undefined> {
  const query = { searchType: "accountNumber", value: maria.body.accountNumber }
  const { reply } = await staff.call(supportHost, search, undefined, { query })
  return "items" in reply ? reply.items[0]?.policyHolder.lastName : undefined
}

async function nameOnProfile(): Promise<string> {
  const { firstName, lastName, ...body } = maria.body
  const key = "POST /myaccount-core/profile"
  const policyHolder = { firstName, lastName }
  const { reply } = await maria.browser.call(maria.host, key, { ...body, policyHolder })
  return reply.profile.policyHolder.lastName
}

async function entries(): Promise<number> {
  const { reply } = await maria.browser.call(maria.host, "GET /myaccount-core/accountRecord")
  return reply.items.length
}

const rename = (to: string) =>
  app.database.rows(
    sql`update policy_admin.person set last_name = ${to}
      where client = 'harbor' and account_number = ${maria.body.accountNumber}`,
  )

test("GROW-06 search and the audit log read from the replica, everything else from the primary", async () => {
  await untilReplayed(app.database)
  await replica.rows(sql`select pg_wal_replay_pause()`)
  const before = await entries()
  await rename("Silva")
  await actFor(staff, maria.user.userid)
  assert.equal(await foundName(), "Santos")
  assert.equal(await entries(), before)
  assert.equal(await nameOnProfile(), "Silva")
  await replica.rows(sql`select pg_wal_replay_resume()`)
  await untilReplayed(app.database)
  assert.equal(await foundName(), "Silva")
  assert.ok((await entries()) > before)
})

test("GROW-06 while the replica is unavailable, the primary answers", async () => {
  await untilReplayed(app.database)
  await replica.rows(sql`select pg_wal_replay_pause()`)
  await rename("Santos")
  await way.close()
  assert.equal(await foundName(), "Santos")
  assert.ok((await entries()) > 0)
  await replica.rows(sql`select pg_wal_replay_resume()`)
})
