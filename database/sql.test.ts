import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "./sql.ts"

test("values become parameters, in order, whatever they hold", () => {
  const hostile = "'; drop table person; --"
  const statement = sql`select ${1} where name = ${hostile}`
  assert.equal(statement.text, "select $1 where name = $2")
  assert.deepEqual(statement.values, [1, hostile])
})

test("one place in the code is one name, and other texts have others", () => {
  const find = (id: number) => sql`select ${id}`
  assert.equal(find(1).name, find(2).name)
  assert.notEqual(find(1).name, sql`select ${1} + 1`.name)
})
