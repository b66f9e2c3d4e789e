// @both-engines

import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { checkEngine, openTestDatabase } from "./database.ts"

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
