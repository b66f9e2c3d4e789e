import assert from "node:assert/strict"
import { test } from "node:test"
import { filtersOf, unknownComparisons } from "./filters.ts"
import { statementsIn } from "./statements.ts"

const cases: [statement: string, without: string][] = [
  [
    "select 1 from a where client = $1 and b = $2",
    "select 1 from a where ($1::text is not null) and b = $2",
  ],
  [
    "select 1 from a x where x.client = any($3::text[])",
    "select 1 from a x where ($3::text[] is not null)",
  ],
  ["delete from a where client <> all($1::text[])", "delete from a where ($1::text[] is not null)"],
  ["select 1 from a, b where a.client = b.client", "select 1 from a, b where true"],
  ["select 1 from a where client in ($1, '')", "select 1 from a where ($1::text is not null)"],
  [
    "select 1 from a join b using (client, n) where b.n = $1",
    "select 1 from a join b using (n) where b.n = $1",
  ],
  ["select 1 from a join b using (client)", "select 1 from a join b on true"],
  ["select 1 from a where client is null and b = $1", "select 1 from a where true and b = $1"],
  [
    "select 1 from a where (client, n) > ($1, $2)",
    "select 1 from a where ($1::text is not null and n > $2)",
  ],
]

for (const [statement, without] of cases) {
  test(`TENANT-02 removes the filter: ${statement}`, () => {
    assert.deepEqual(
      filtersOf(statement).map((filter) => filter.without),
      [without],
    )
    assert.deepEqual(unknownComparisons(statement), [])
  })
}

test("TENANT-02 removes each filter of a statement separately", () => {
  const statement = "select 1 from a where client = $1 or client = $2"
  assert.deepEqual(
    filtersOf(statement).map(({ without }) => without),
    [
      "select 1 from a where ($1::text is not null) or client = $2",
      "select 1 from a where client = $1 or ($2::text is not null)",
    ],
  )
})

test("TENANT-02 finds no filter in written or returned columns", () => {
  for (const statement of [
    "insert into a (client) values ($1) on conflict (n) do update set client = excluded.client",
    "insert into a as g (client) values ($1) on conflict (n) do update set client = coalesce(g.client, excluded.client)",
    "select client, n from a where n = $1",
  ]) {
    assert.deepEqual(filtersOf(statement), [])
    assert.deepEqual(unknownComparisons(statement), [])
  }
})

test("TENANT-02 reports a comparison of another form", () => {
  for (const statement of [
    "select 1 from a where client like $1",
    "select 1 from a where client is not distinct from $1",
    "select 1 from a where client in (select client from b)",
  ]) {
    const count = filtersOf(statement).length + unknownComparisons(statement).length
    assert.equal(count, 1, statement)
  }
})

test("TENANT-02 reads a statement as the database receives it", () => {
  const values = ["x", "f(`y`)"].map((value) => `$\{${value}}`)
  const source = `const a = sql\`select 1 from b\\n where client = ${values[0]} and n = ${values[1]}\``
  assert.deepEqual(statementsIn("a.ts", source), [
    { file: "a.ts", line: 1, text: "select 1 from b\n where client = $1 and n = $2" },
  ])
})
