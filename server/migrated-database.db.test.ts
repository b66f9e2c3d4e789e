// PGlite has only one role.
// @postgres-only

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import pg from "pg"
import { whyNotEmpty } from "#commands/backup/restore-backup.ts"
import { openDatabase } from "#database/open.ts"
import { unreadableFor } from "#database/roles.ts"
import { sql } from "#database/sql.ts"
import { runCommand } from "#testing/command.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { keySettings } from "#testing/secret-key.ts"
import { analyzeDatabase, openMigratedDatabase } from "./migrated-database.ts"

const url = process.env.TEST_DATABASE_URL
const name = `roles_${randomBytes(6).toString("hex")}`
const [owner, server] = [`${name}_owner`, `${name}_server`]
let admin: pg.Client

function urlOf(role: string): string {
  const changed = new URL(url ?? "postgres://none")
  changed.pathname = `/${name}`
  Object.assign(changed, { username: role, password: "test" })
  return changed.href
}

const config = () => ({ database: { url: urlOf(server) }, migrateDatabaseUrl: urlOf(owner) })

before(async () => {
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
  for (const role of [owner, server]) {
    await admin.query(`create role ${role} login password 'test'`)
  }
  await admin.query(`create database ${name} owner ${owner}`)
  await (await openMigratedDatabase(config())).close()
})

after(async () => {
  await admin.query(`drop database ${name} with (force)`)
  for (const role of [owner, server]) await admin.query(`drop role ${role}`)
  await admin.end()
})

test("RECORD-21 without a role that may migrate, an empty database is refused in one sentence", async () => {
  await admin.query(`create database ${name}_empty owner ${owner}`)
  const empty = urlOf(server).replace(/[^/]*$/, `${name}_empty`)
  await assert.rejects(
    openMigratedDatabase({ database: { url: empty }, migrateDatabaseUrl: undefined }),
    /lacks the migration 0001-.* Set MIGRATE_DATABASE_URL/,
  )
  await admin.query(`drop database ${name}_empty with (force)`)
})

test("RECORD-21 the serving role can serve, and can alter neither tables nor the audit log", async () => {
  const database = await openMigratedDatabase(config())
  try {
    await database.rows(
      sql`insert into appcontent.content (client, title, html) values ('', 'x', 'x')`,
    )
    await database.rows(sql`update public.heartbeat set beats = beats + 1`)
    await database.rows(
      sql`insert into audit.chain (client, number, hash, seal) values ('', 0, '', '')`,
    )
    await database.rows(sql`insert into audit.entry (client, number, content, previous_hash, hash, at)
      values ('', 1, '{}', '', '', now())`)
    await database.rows(sql`update audit.chain set number = 1`)
    assert.deepEqual(await unreadableFor(database, server), [])
    await database.rows(sql`select from policy_admin.balance`)
    await database.rows(sql`select from policy_admin.product_facts`)
    for (const statement of [
      "alter table audit.entry disable trigger all",
      "drop trigger append_only on audit.entry",
      "create or replace function audit.refuse() returns trigger language plpgsql as $$ begin return new; end $$",
      "update audit.entry set content = '{}'",
      "delete from audit.entry",
      "truncate audit.entry",
      "delete from audit.chain",
      "drop table audit.entry",
      "alter table appauth.session add column x text",
      "create table public.mine (x text)",
      "create table appauth.mine (x text)",
      "create schema mine",
      "drop schema audit cascade",
      "set session_replication_role = replica",
      `set role ${owner}`,
    ]) {
      const refused = database.transaction((tx) => tx.script(statement))
      await assert.rejects(refused, (error: { code?: string }) => error.code === "42501", statement)
    }
  } finally {
    await database.close()
  }
})

test("RECORD-21 the serving role alone can open a migrated database", async () => {
  await (await openMigratedDatabase(config())).close()
  await (await openMigratedDatabase({ ...config(), migrateDatabaseUrl: undefined })).close()
})

test("RECORD-21 a database that the serving role has migrated is refused with the statement that transfers its ownership", async () => {
  await admin.query(`create database ${name}_one owner ${server}`)
  const at = (address: string) => address.replace(/[^/]*$/, `${name}_one`)
  const one = { database: { url: at(urlOf(server)) }, migrateDatabaseUrl: undefined }
  try {
    await (await openMigratedDatabase(one)).close()
    const two = { ...one, migrateDatabaseUrl: at(urlOf(owner)) }
    await assert.rejects(openMigratedDatabase(two), /reassign owned by/)
  } finally {
    await admin.query(`drop database ${name}_one with (force)`)
  }
})

test("RECORD-21 a table of another role in the same database has no effect", async () => {
  const superuser = new URL(url ?? "")
  superuser.pathname = `/${name}`
  const other = new pg.Client({ connectionString: superuser.href })
  await other.connect()
  await other.query("create table appauth.copy_of_sessions as select * from appauth.session")
  await (await openMigratedDatabase(config())).close()
  await other.query("drop table appauth.copy_of_sessions")
  await other.end()
})

test("RECORD-21 a serving role that can still alter the tables is refused", async () => {
  const same = { database: { url: urlOf(owner) }, migrateDatabaseUrl: urlOf(owner) }
  await assert.rejects(openMigratedDatabase(same), /name one role; they need two/)
  await admin.query(`grant ${owner} to ${server}`)
  await assert.rejects(openMigratedDatabase(config()), /may act as their owner/)
  await admin.query(`revoke ${owner} from ${server}`)
})

test("RECORD-21 the operator's commands work with both roles", async () => {
  const settings = {
    DATABASE_URL: urlOf(server),
    MIGRATE_DATABASE_URL: urlOf(owner),
    ...keySettings,
  }
  const migrated = await runCommand("migrate", [], settings)
  assert.deepEqual([migrated.code, migrated.err], [0, ""])
  const staff = await runCommandHere("staff", ["list"], settings)
  assert.deepEqual([staff.code, staff.err], [0, ""])
})

test("the owner counts loaded rows, and an empty table is not counted as empty", async () => {
  const database = await openMigratedDatabase(config())
  try {
    await database.rows(sql`insert into appcontent.content (client, title, html)
      select '', 'text ' || n, 'x' from generate_series(1, 300) n`)
    const counted = async () =>
      await database.rows<{ name: string; rows: number }>(
        sql`select oid::regclass::text as name, reltuples::int as rows from pg_class
          where oid in ('appcontent.content'::regclass, 'mail.outbox'::regclass) order by 1`,
      )
    assert.deepEqual(
      (await counted()).map(({ rows }) => rows),
      [-1, -1],
    )
    const warnings: string[] = []
    await analyzeDatabase(config(), database, (line) => warnings.push(line))
    assert.deepEqual(warnings, [])
    const [content, outbox] = await counted()
    assert.ok((content?.rows ?? 0) >= 300, JSON.stringify(content))
    assert.equal(outbox?.rows, -1)
  } finally {
    await database.close()
  }
})

test("LOADER-21 a command neither creates tables in an empty database nor migrates one; restoring reports one without a client", async () => {
  await admin.query(`create database ${name}_new owner ${owner}`)
  const at = (address: string) => address.replace(/[^/]*$/, `${name}_new`)
  const settings = {
    DATABASE_URL: at(urlOf(server)),
    MIGRATE_DATABASE_URL: at(urlOf(owner)),
    ...keySettings,
  }
  const database = await openDatabase({ url: at(urlOf(owner)) })
  const commands: [program: string, ...typed: string[]][] = [
    ["staff", "list"],
    ["staff", "disable", "someone"],
    ["failed-postings"],
    ["person", "erasures"],
    ["billing-run"],
  ]
  const ofAnyVersion: typeof commands = [["events", "endpoints"], ["audit"]]
  const refusals = async (typedOnes: typeof commands) =>
    await Promise.all(
      typedOnes.map(async ([program, ...typed]) => {
        const run = program === "billing-run" ? runCommand : runCommandHere
        const { code, out, err } = await run(program, typed, settings)
        assert.ok(code === 1 || code === 2, `${program}: ${err}`)
        assert.equal(out, "")
        return err
      }),
    )
  try {
    for (const err of await refusals([...commands, ...ofAnyVersion])) {
      assert.match(err, /^The database has no tables\./m)
    }
    const made = await database.rows(sql`select 1 from pg_tables where schemaname not like 'pg\\_%'
      and schemaname <> 'information_schema'`)
    assert.equal(made.length, 0)
    await runCommand("migrate", [], settings)
    await database.transaction((tx) => tx.script(`revoke all on public.migration from ${server}`))
    for (const err of await refusals(commands)) {
      assert.match(
        err,
        /^The role of DATABASE_URL may not read the tables\. Run: npm run my-account -- migrate/m,
      )
    }
    await runCommand("migrate", [], settings)
    assert.match(await whyNotEmpty(database), /has the tables of My Account already, and no client/)
    await database.rows(sql`delete from public.migration where name like '02%'`)
    const lacking = (await refusals(commands)).filter(
      (err) => !/lacks \d+ migrations of this version/.test(err),
    )
    assert.deepEqual(lacking, [])
    const rows = await database.rows(sql`select 1 from public.migration where name like '02%'`)
    assert.equal(rows.length, 0)
  } finally {
    await database.close()
    await admin.query(`drop database ${name}_new with (force)`)
  }
})

test("RECORD-21 append-only tables cannot be emptied, not even by their owner", async () => {
  await (await openMigratedDatabase(config())).close()
  const asOwner = await openDatabase({ url: urlOf(owner) })
  try {
    const growing = await asOwner.rows<{ name: string }>(
      sql`select distinct tgrelid::regclass::text as name from pg_trigger
        where tgname in ('append_only', 'never_removed', 'never_changed') order by 1`,
    )
    assert.equal(growing.length, 7)
    for (const { name } of growing) {
      const emptied = asOwner.transaction((tx) => tx.script(`truncate ${name} cascade`))
      await assert.rejects(emptied, { code: "42501" }, name)
    }
  } finally {
    await asOwner.close()
  }
})
