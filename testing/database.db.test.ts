// @both-engines

import assert from "node:assert/strict"
import { test } from "node:test"
import { type Queries, sql } from "#database/sql.ts"
import { insertReceived } from "#services/events/received/received-events.store.ts"
import { startTestApp } from "./app.ts"
import { checkEngine, openTestDatabase } from "./database.ts"
import { hasNotedWrites } from "./isolation.store.ts"
import { renamePerson } from "./renamed-person.store.ts"
import { secondTenant } from "./second-tenant/second-tenant.ts"

test("each test database is migrated and contains no data of another", async () => {
  const first = await openTestDatabase()
  const second = await openTestDatabase()
  try {
    await first.rows(sql`insert into appcontent.content values ('', 'welcome', '<p>Hello</p>')`)
    assert.equal((await first.rows(sql`select * from appcontent.content`)).length, 1)
    assert.equal((await second.rows(sql`select * from appcontent.content`)).length, 0)
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})

test("a test database uses the engine that the runner selected", async () => {
  const database = await openTestDatabase()
  try {
    const [row] = await database.rows<{ version: string }>(sql`select version()`)
    const engine = row?.version.includes("PGlite") ? "PGlite" : "PostgreSQL"
    assert.equal(engine, process.env.TEST_ENGINE ?? database.engine)
    const other = engine === "PGlite" ? "PostgreSQL" : "PGlite"
    if (process.env.TEST_ENGINE) assert.throws(() => checkEngine({ engine: other }), /not for/)
  } finally {
    await database.close()
  }
})

test("an app whose test changes, adds or removes a row of the second tenant fails when it closes", async () => {
  const person = { client: secondTenant, accountNumber: "HM2073350" }
  const writes = {
    change: (database: Queries) => renamePerson(database, { ...person, lastName: "Other" }),
    addition: (database: Queries) =>
      insertReceived(
        database,
        { client: secondTenant, sender: "billing", webhookId: "one-message" },
        new Date(),
      ),
    removal: (database: Queries) =>
      database.rows(sql`delete from policy_admin.document where client = ${secondTenant}`),
  }
  for (const [name, write] of Object.entries(writes)) {
    const app = await startTestApp()
    await write(app.database)
    await assert.rejects(app.close(), /left the second tenant's data unchanged/, name)
  }
})

test("changes of other clients, and those that are rolled back, count as none", async () => {
  const app = await startTestApp()
  const person = { client: "harbor", accountNumber: "HM2073350" }
  await renamePerson(app.database, { ...person, lastName: "Other" })
  const undone = app.database.transaction(async (tx) => {
    await renamePerson(tx, { ...person, client: secondTenant, lastName: "Other" })
    throw new Error("undone")
  })
  await assert.rejects(undone, /undone/)
  assert.equal(await hasNotedWrites(app.database), false)
  await app.close()
})
