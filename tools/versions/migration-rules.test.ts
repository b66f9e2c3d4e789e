import assert from "node:assert/strict"
import { test } from "node:test"
import { listMigrations, type Migration } from "#database/migrating/migration-files.ts"
import { judgeMigrations } from "./migration-rules.ts"
import {
  changedMigrations,
  migrationsSinceRelease,
  readReleased,
  recordVersion,
} from "./released.ts"

const versions = ["1.0.0", "1.1.0"]
const judge = (...texts: string[]) =>
  judgeMigrations(
    texts.map((text, index) => ({ name: `${index + 1}.sql`, text })),
    versions,
  )
const own = (folder: string) =>
  listMigrations(new URL(`../prove/upgrade/migrations/${folder}/`, import.meta.url))

test("UPGRADE-03 servers of the last version still work after the migrations since then", async () => {
  const released = readReleased()
  const since = await migrationsSinceRelease(released)
  const names = released.versions.map((one) => one.version)
  assert.deepEqual(
    await judgeMigrations(since, names),
    [],
    "docs/upgrading.md has the rules. If the last version has no tag yet: npm run record-version",
  )
})

/** Statements that some or all servers of the previous version do not survive. */
const refused: Record<string, [text: string, ...kinds: string[]]> = {
  "drop a table": ["drop table a.b", "contract"],
  "drop a column": ["alter table a.b drop column c", "contract"],
  "drop a function": ["drop function a.f(int)", "contract"],
  "drop a view": ["drop view a.v", "contract"],
  "drop an index": ["drop index a.i", "contract"],
  "drop a trigger": ["drop trigger t on a.b", "contract"],
  "drop a schema": ["drop schema a cascade", "contract"],
  "rename a column": ["alter table a.b rename column c to d", "contract"],
  "rename a table": ["alter table a.b rename to d", "contract"],
  "move a table": ["alter table a.b set schema d", "wider"],
  "change a type": ["alter table a.b alter column c type bigint", "contract", "brief"],
  "set not null": ["alter table a.b alter column c set not null", "contract"],
  "add a column that is not null": ["alter table a.b add column c text not null", "contract"],
  "drop a default": ["alter table a.b alter column c drop default", "contract"],
  "drop not null": ["alter table a.b alter column c drop not null", "wider"],
  "add a column with a value for each row": [
    "alter table a.b add column c uuid not null default gen_random_uuid()",
    "brief",
  ],
  "add a generated column": [
    "alter table a.b add column c int generated always as (1) stored",
    "brief",
  ],
  "add a column of a sequence": ["alter table a.b add column c bigserial", "brief"],
  "add a unique column": ["alter table a.b add column c text unique", "brief"],
  "add a column with a foreign key": [
    "alter table a.b add column c int references a.d (id)",
    "brief",
    "wider",
  ],
  "add a check": ["alter table a.b add constraint k check (c > 0)", "wider", "brief"],
  "add a check that is not valid yet": [
    "alter table a.b add constraint k check (c > 0) not valid",
    "wider",
  ],
  "add and validate a check at once": [
    "-- wider: x\nalter table a.b add constraint k check (c > 0) not valid, validate constraint k",
    "brief",
  ],
  "add a unique key": ["alter table a.b add constraint k unique (c)", "wider", "brief"],
  "drop a constraint": ["alter table a.b drop constraint k", "wider"],
  "build an index": ["create index i on a.b (c)", "brief"],
  "build a unique index concurrently": [
    "drop index concurrently if exists a.i; create unique index concurrently i on a.b (c)",
    "wider",
  ],
  "build an index concurrently that a failure leaves": [
    "create index concurrently i on a.b (c)",
    "never",
  ],
  "build an index concurrently and change a table": [
    "drop index concurrently if exists a.i; create index concurrently i on a.b (c); alter table a.b add column d int",
    "never",
  ],
  "replace a function": [
    "create or replace function a.f() returns int language sql as $$ select 1 $$",
    "wider",
  ],
  "replace a view": ["create or replace view a.v as select 1", "wider"],
  "add a trigger": [
    "create trigger t before insert on a.b for each row execute function a.f()",
    "wider",
  ],
  "refuse deletions": ["create table a.n (x int references a.b (id))", "wider"],
  "change two tables at once": [
    "alter table a.b add column c int; alter table a.d add column c int",
    "brief",
  ],
  "change rows": ["update a.b set c = 1", "brief"],
  "copy rows": ["insert into a.b select * from a.d", "brief"],
  "delete rows": ["delete from a.b", "contract"],
  truncate: ["truncate a.b", "contract"],
  "end the transaction": ["commit", "never"],
  "do anything": ["do $$ begin execute 'drop table a.b'; end $$", "wider"],
}

for (const [what, [text, ...kinds]] of Object.entries(refused)) {
  test(`UPGRADE-03 a migration that servers of the previous version do not survive, or that blocks a table for long, is refused without a reason: it must not ${what}`, async () => {
    const lines = await judge(text)
    assert.deepEqual(
      lines.map((line) => line.split(": ")[1]),
      kinds,
      lines.join("\n"),
    )
    // A reason is accepted, except for a statement that cannot work.
    const reasons = {
      contract: "-- contract: what it takes unused since 1.1.0\n",
      wider: "-- wider: no server minds\n",
      brief: "-- brief: the table has ten rows\n",
      never: "",
    }
    const given = kinds.map((kind) => reasons[kind as keyof typeof reasons]).join("")
    assert.deepEqual(await judge(given + text), kinds.includes("never") ? lines : [])
  })
}

test("UPGRADE-03 names that are new since the last version may be changed freely", async () => {
  const lines = await judge(
    "create table a.n (id int primary key); create table a.m (n int references a.n (id))",
    "create unique index i on a.n (id); alter table a.n add column c text not null, drop column id",
    "alter table a.b add column c int",
    "alter table a.b alter column c set default 1, alter column c drop not null, drop column c",
    "create function a.f() returns int language sql as $$ select 1 $$",
    "create or replace function a.f() returns int language sql as $$ select 2 $$; drop function a.f()",
    "update a.n set c = 'x'; delete from a.m; drop table a.m; drop table a.n",
  )
  assert.deepEqual(lines, [])
})

test("UPGRADE-03 a reason must be needed, and a contraction must name a released version", async () => {
  assert.deepEqual(await judge("-- brief: why\ncreate table a.n (x int)"), [
    '1.sql: "-- brief:" accepts nothing',
  ])
  const text = "drop table a.b"
  assert.match(`${await judge(`-- contract: a.b unused since 2.0.0\n${text}`)}`, /is not released/)
  assert.match(`${await judge(`-- contract: nothing uses a.b\n${text}`)}`, /a contract reads/)
})

test("UPGRADE-03 the proof's migrations cover each allowed kind, and one that is not allowed", async () => {
  assert.deepEqual(await judgeMigrations(await own("expand"), versions), [])
  const lines = await judgeMigrations(await own("contract"), versions)
  assert.deepEqual(lines, [
    "9100-dropped-column.sql: contract: the column myaccount_core.payment.confirmation_number is dropped",
  ])
})

const files = (...names: string[]): Migration[] => names.map((name) => ({ name, text: name }))
const nothing = { versions: [], migrations: {} }

test("UPGRADE-02 a released migration never changes, and no new one comes before it", async () => {
  assert.deepEqual(changedMigrations(readReleased(), await listMigrations()), [])
  const first = recordVersion(nothing, "1.0.0", files("1.sql", "3.sql"))
  assert.deepEqual(first.versions, [{ version: "1.0.0", lastMigration: "3.sql" }])
  assert.deepEqual(changedMigrations(first, files("1.sql", "3.sql", "4.sql")), [])
  assert.deepEqual(changedMigrations(first, [{ name: "1.sql", text: "x" }, ...files("2.sql")]), [
    "1.sql is released and changed",
    "3.sql is released and missing",
    "2.sql comes before 3.sql, which is released",
  ])
})

test("UPGRADE-02 recording a version keeps the earlier ones", () => {
  const first = recordVersion(nothing, "1.0.0", files("1.sql"))
  // The last version may change until its tag is set.
  const again = recordVersion(first, "1.0.0", files("0.sql", "1.sql"))
  const second = recordVersion(again, "1.1.0", files("0.sql", "1.sql", "2.sql"))
  assert.deepEqual(
    second.versions.map(({ version }) => version),
    ["1.0.0", "1.1.0"],
  )
  assert.throws(() => recordVersion(second, "1.0.0", files("0.sql")), /1\.0\.0 is released/)
  assert.throws(() => recordVersion(second, "1.2.0", files("0.sql", "1.sql")), /2\.sql is released/)
  const changed = [{ name: "0.sql", text: "other" }, ...files("1.sql", "2.sql")]
  assert.throws(() => recordVersion(second, "1.1.0", changed), /0\.sql is released and changed/)
})
