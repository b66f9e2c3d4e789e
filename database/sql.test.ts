import assert from "node:assert/strict"
import { test } from "node:test"
import { columns, sql } from "./sql.ts"

test("values become parameters, in order, with any characters in them", () => {
  const hostile = "'; drop table person; --"
  const statement = sql`select ${1} where name = ${hostile}`
  assert.equal(statement.text, "select $1 where name = $2")
  assert.deepEqual(statement.values, [1, hostile])
})

test("a statement has one name per place in the code, and other texts have other names", () => {
  const find = (id: number) => sql`select ${id}`
  assert.equal(find(1).name, find(2).name)
  assert.notEqual(find(1).name, sql`select ${1} + 1`.name)
})

test("lists of columns are part of the text, and values next to them stay parameters", () => {
  const find = (names: string[], id: unknown) =>
    sql`select ${columns(names, "t")}, ${id} as id, ${columns(names)} from t where id = ${2}`
  const statement = find(["phoneNumber", "name"], "x")
  assert.equal(
    statement.text,
    `select t."phone_number", t."name", $1 as id, "phone_number", "name" from t where id = $2`,
  )
  assert.deepEqual(statement.values, ["x", 2])
  assert.equal(statement.name, find(["phoneNumber", "name"], "y").name)
  assert.notEqual(statement.name, find(["name"], "x").name)
})

test("only a plain name can be a column, and an object that looks like a list stays a value", () => {
  for (const name of ["", "a b", 'a"', "a_b", "A", "a;", "a\n", "1a", "ä"]) {
    assert.throws(() => columns([name]), /cannot be the name of a column/, name)
    assert.throws(() => columns(["a"], name), /cannot be the name of a column/, name)
  }
  const lookalike = { text: "drop table person" }
  assert.equal(sql`select ${lookalike}`.text, "select $1")
})
