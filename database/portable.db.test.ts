// @both-engines

import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { productStatements } from "#tools/prove/tenants/statements.ts"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"

/** Patterns of SQL that distributed engines do not support. */
const forbidden: Record<string, RegExp> = {
  "an advisory lock": /\bpg_(?:try_)?advisory_/i,
  "LISTEN or NOTIFY": /^\s*(?:un)?listen\b|\bpg_notify\b|^\s*notify\b/im,
  "a statement-level trigger": /\bfor\s+each\s+statement\b/i,
  "a truncate trigger": /\b(?:before|after)\s+truncate\b/i,
  "a trigger that is for each statement by default":
    /\bcreate\s+trigger\b(?![^;]*\bfor\s+each\s+row\b)/i,
  "a sequence": /\b(?:big|small)?serial\b|\bcreate\s+sequence\b|\bnextval\b/i,
}

const changed = "the transaction that holds the lock changes or deletes the row"

/** Statements that lock a row without changing it, by file, with the reason why that is enough. */
const onlyLocked: Record<string, string> = {
  "services/identity/registration/registered-users.store.ts": changed,
  "services/identity/recovery/recovery.store.ts": changed,
  "services/profile/new-email/new-email.store.ts": changed,
  "services/profile/new-email/email-holds.store.ts": changed,
}

let database: Database

before(async () => {
  database = await openTestDatabase()
})

after(() => database?.close())

/** Removes comments, which may mention SQL that is not allowed. */
function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, "")
}

test("GROW-01 no statement or migration uses SQL that distributed engines lack", () => {
  const migrations = globSync("migrations/*.sql", { cwd: import.meta.dirname }).map((file) => ({
    file,
    text: readFileSync(join(import.meta.dirname, file), "utf8"),
  }))
  const texts = [...productStatements(), ...migrations]
  assert.ok(migrations.length > 50 && texts.length > 400)
  const found = texts.flatMap(({ file, text }) =>
    Object.entries(forbidden)
      .filter(([, pattern]) => pattern.test(withoutComments(text)))
      .map(([what]) => `${file}: ${what}`),
  )
  assert.deepEqual(found, [])
})

test("GROW-01 the catalog contains no statement-level trigger and no key from a sequence", async () => {
  const triggers = await database.rows<{ trigger: string }>(
    sql`select tgrelid::regclass || ' ' || tgname as trigger from pg_trigger
      where not tgisinternal and tgtype::integer & 1 = 0`,
  )
  assert.deepEqual(triggers, [])
  const keys = await database.rows<{ column: string }>(
    sql`select x.indexrelid::regclass || ' ' || a.attname as column from pg_index x
      join pg_attribute a on a.attrelid = x.indrelid
        and a.attnum = any((x.indkey::smallint[])[0:x.indnkeyatts - 1])
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where x.indisunique and x.indrelid >= 16384
        and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval%')`,
  )
  assert.deepEqual(keys, [])
})

test("GROW-02 a lock that protects other rows changes its own row", () => {
  const found = productStatements()
    .filter(({ text }) => /\bfor\s+(?:no key )?(?:update|(?:key )?share)\b(?!\s+skip)/i.test(text))
    .map(({ file }) => file)
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(onlyLocked).toSorted())
})
