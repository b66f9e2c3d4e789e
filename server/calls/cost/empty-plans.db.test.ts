// @postgres-only

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Database } from "#database/open.ts"
import { openTestDatabase } from "#testing/database.ts"
import { type ProductStatement, productStatements } from "#tools/prove/tenants/statements.ts"
import { scansIn } from "./plans-fixture.ts"

/**
 * Full scans for one value, by file and table, with the reason why they are acceptable even for a
 * million rows.
 */
const allowed: Record<string, string> = {
  "database/roles.ts pg_authid": "as many rows as the cluster has roles, at a start",
  "database/roles.ts pg_class": "as many rows as the database has tables, at a start",
  "services/staff/accounts/staff.store.ts agent": "as many rows as there are members of staff",
  "services/events/backlog.store.ts event_delivery":
    "an operator lists or replays deliveries by any of four filters, a few times a year",
  "services/payments/reconciliation/movements.store.ts payment":
    "once a day; with rows it begins at the few refunds on their way and finds each payment by its key",
  "services/privacy/under-way.store.ts event_delivery":
    "with rows it begins at the events of one account and finds their deliveries by key",
  "services/staff/providers/provider-attempts.store.ts session":
    "with rows it begins at the accounts of the provider, which session_agent_userid finds",
}

/** Matches the comparison of a column with a value of the statement. */
const byValue = /\((?:\w+\.)?\w+ = \$\d+|\((?:\w+\.)?\w+ = \(\$\d+/
/** Statements that cannot be prepared. */
const unprepared = /^(create|alter|copy|set|lock|drop)\b|\brestored\./

/**
 * In a new installation, PostgreSQL plans long-lived statements for empty tables, and may keep the
 * plans for hours while the tables fill.
 */
test("COST-03 a statement planned for empty tables does not scan a whole table or index for one row", async () => {
  const database = await openTestDatabase()
  const read = new Set<string>()
  const wrong: string[] = []
  const statements = productStatements().filter(({ text }) => !unprepared.test(text.trim()))
  try {
    for (const statement of statements) {
      for (const { table, filter, hasCondition } of await planOf(database, statement)) {
        if (hasCondition || !byValue.test(filter)) continue
        const { file, text } = statement
        read.add(`${file} ${table}`)
        if (Object.hasOwn(allowed, `${file} ${table}`)) continue
        wrong.push(`${file} reads all of ${table} for ${filter}: ${text}`)
      }
    }
  } finally {
    await database.close()
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual([...read].toSorted(), Object.keys(allowed).toSorted(), "none is stale")
  assert.ok(statements.length > 400, `${statements.length} statements`)
})

/** The scans in the generic plan of a statement, which applies to any values. */
async function planOf(database: Database, { text }: ProductStatement) {
  return await database.transaction(async (tx) => {
    await tx.script("set local plan_cache_mode = force_generic_plan")
    await tx.script(`prepare one as ${text}`)
    const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const values = count === 0 ? "" : `(${Array(count).fill("null").join(", ")})`
    const explain = `explain (format json) execute one${values}`
    const [row] = await tx.rows({ name: "", text: explain, values: [] })
    await tx.script("deallocate one")
    return scansIn(row)
  })
}
