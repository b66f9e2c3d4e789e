import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { openTestDatabase } from "#testing/database.ts"
import { serializers } from "./log.ts"

test("a database error is logged without the values that were sent", async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  await database.rows(sql`create table typed (text text unique check (length(text) < 20))`)
  await database.rows(sql`insert into typed values ('canary, once')`)
  for (const statement of [
    sql`select ${"a canary"}::text::integer`,
    sql`select ${'{"canary": '}::text::json`,
    sql`insert into typed values (${"canary, once"})`,
    sql`insert into typed values (${"a canary that is too long"})`,
  ]) {
    const error = await database.rows(statement).then(
      () => assert.fail("was refused"),
      (reason: Error) => reason,
    )
    const logged = serializers.err(error)
    assert.match(String(logged.code), /^\w{5}$/)
    assert.match(logged.stack, /^ +at /)
    assert.doesNotMatch(JSON.stringify(logged), /canary/)
  }
})

test("any other error is logged with its message", () => {
  const logged = serializers.err(new TypeError("No such thing."))
  assert.deepEqual([logged.type, logged.message], ["TypeError", "No such thing."])
  assert.match(logged.stack, /log\.db\.test\.ts/)
})
