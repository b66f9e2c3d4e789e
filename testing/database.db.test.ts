import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { openTestDatabase } from "./database.ts"

test("each test database is migrated and sees nothing of another", async () => {
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
