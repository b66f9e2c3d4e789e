import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { readConfig } from "#server/config/config.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { hold } from "#server/restored.store.ts"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { keySettings, secretKey, testKeyRing } from "#testing/secret-key.ts"
import { openEmptyPlace } from "./backup-fixture.ts"
import { type Manifest, readBackup, writeManifest } from "./manifest.ts"
import { restoreBackup } from "./restore-backup.ts"

const otherKey = Buffer.alloc(32, 7).toString("base64")
const document = `harbor/ab/${"ab".repeat(32)}.pdf`
let place: CommandDatabase
let backup: string

const backUp = async (...typed: string[]) => await runCommandHere("backup", typed, place.settings)
const checked = async (folder: string, settings: NodeJS.ProcessEnv = {}) =>
  await runCommand("backup", ["--check", folder], { ...place.settings, ...settings })
/** Restores as the command does, without a process. */
async function restoreHere(folder: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(settings)
  const manifest = await readBackup(folder, openKeyRing(config), openAuditRing(config).ids)
  await restoreBackup({ config, folder, manifest, out() {} })
}

before(async () => {
  place = await openCommandDatabase(demoFilling(createTestClock()))
  backup = join(place.folder, "monday")
  const file = join(place.folder, "documents", document)
  await mkdir(join(file, ".."), { recursive: true })
  await writeFile(file, "%PDF-1.7 a contract")
  const { code, err } = await backUp(backup)
  assert.equal(code, 0, err)
})

after(() => place.close())

/** Copies the backup to a separate folder, so that a test may damage it. */
async function copyOfBackup(name: string): Promise<string> {
  const folder = join(place.folder, name)
  await cp(backup, folder, { recursive: true })
  return folder
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")).manifest
}

test("BACKUP-01 a backup contains database, documents and a manifest, and only its owner can read it", async () => {
  const { rows, files, auditEnds, migrations } = await manifestOf(backup)
  const count = await place.visit((database) =>
    database.rows(sql`select 1 from policy_admin.policy`),
  )
  assert.equal(rows["policy_admin.policy"], count.length)
  assert.ok(auditEnds.length > 0)
  assert.match(migrations[0] ?? "", /^0001-/)
  const names = files.map(({ name }) => name)
  assert.match(names[0] ?? "", /^database\./)
  assert.deepEqual(names.slice(1), [`documents/${document}`])
  assert.equal((await stat(backup)).mode & 0o777, 0o700)
  for (const { name } of files) assert.equal((await stat(join(backup, name))).mode & 0o777, 0o600)
  const text = await readFile(join(backup, "manifest.json"), "utf8")
  assert.ok(!text.includes(secretKey))
  const { code, out } = await checked(backup)
  assert.deepEqual([code, /is whole: 2 files\./.test(out)], [0, true], out)
})

test("BACKUP-01 a backup never replaces another one, and a failed one leaves nothing", async () => {
  const again = await backUp(backup)
  assert.deepEqual([again.code, again.out], [1, ""])
  assert.match(again.err, /monday exists already\. Name a new folder\./)
  await writeFile(join(place.folder, "file"), "")
  const before = await readdir(place.folder)
  for (const [home, reason] of [
    ["nowhere", "no such file or directory"],
    ["file", "not a directory"],
  ] as const) {
    const { code, err } = await backUp(join(place.folder, home, "monday"))
    assert.equal(code, 1)
    assert.match(
      err,
      new RegExp(`^No backup can be written to \\S+/${home}: ${reason}\\. Name a folder`),
    )
    assert.doesNotMatch(err, /unfinished/)
  }
  assert.deepEqual(await readdir(place.folder), before)
})

test("BACKUP-02 a check reports each truncated, changed, lost or added file, and a changed manifest", async () => {
  const [database = { name: "" }] = (await manifestOf(backup)).files
  const damages: [string, (folder: string) => Promise<void>, RegExp][] = [
    [
      "cut",
      (folder) => truncate(join(folder, database.name), 100),
      /has 100 bytes; the backup was/,
    ],
    [
      "changed",
      async (folder) => {
        const file = join(folder, database.name)
        const bytes = await readFile(file)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
        await writeFile(file, bytes)
      },
      /is not as it was when it was made/,
    ],
    [
      "lost",
      (folder) => rm(join(folder, "documents", document)),
      /lacks the file documents\/harbor/,
    ],
    [
      "added",
      (folder) => writeFile(join(folder, "more"), ""),
      /has a file that it did not have: more/,
    ],
    [
      "rewritten",
      async (folder) => {
        const file = join(folder, "manifest.json")
        const text = await readFile(file, "utf8")
        await writeFile(file, text.replace(/"madeAt": "2/, '"madeAt": "1'))
      },
      /manifest\.json was changed after the backup was made/,
    ],
    [
      "unsigned",
      (folder) => rm(join(folder, "manifest.json")),
      /unsigned has no manifest\.json\. Name the folder of a backup/,
    ],
  ]
  for (const [name, damage, message] of damages) {
    const folder = await copyOfBackup(name)
    await damage(folder)
    await assert.rejects(readBackup(folder, testKeyRing, undefined), message, name)
  }
  for (const file of ["manifest.json", database.name]) {
    const message = new RegExp(`${file} is a file\\. Name the folder of the backup`)
    await assert.rejects(readBackup(join(backup, file), testKeyRing, undefined), message)
  }
  const { code, out, err } = await checked(join(place.folder, "cut"))
  assert.deepEqual([code, out], [1, ""])
  assert.match(err, /has 100 bytes; the backup was/)
})

test("BACKUP-02 a check names the keys that a backup needs and that are not in use", async () => {
  const foreign = await checked(backup, { SECRET_KEY: otherKey })
  assert.equal(foreign.code, 1)
  assert.match(foreign.err, /made with the secret key [0-9a-f]{8}, which is not in use here/)
  const audit = await checked(backup, { AUDIT_KEY: otherKey })
  assert.equal(audit.code, 1)
  assert.match(
    audit.err,
    /made with the audit key [0-9a-f]{8}, which is not in use here\. Set AUDIT_KEY/,
  )
  const beside = await checked(backup, {
    AUDIT_KEY: otherKey,
    OTHER_AUDIT_KEYS: keySettings.AUDIT_KEY,
  })
  assert.equal(beside.code, 0, beside.err)
  // A machine that only stores copies may have just the secret key.
  assert.equal((await checked(backup, { AUDIT_KEY: undefined })).code, 0)
})

test("BACKUP-03 a restored database equals its backup and the audit log with its ends, has no sessions, and serves and bills only after its payments are recorded and it is released", async () => {
  const empty = await openEmptyPlace()
  const restore = async (...typed: string[]) => await runCommand("restore", typed, empty.settings)
  const bill = async () => await runCommand("billing-run", [], empty.settings)
  try {
    const restored = await restore(backup)
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.out, /^Restored the backup of 2/)
    const audit = await runCommandHere("audit", [], empty.settings)
    assert.match(audit.out, / 0 problems\./)
    await empty.visit(async (database) => {
      const open = await database.rows(
        sql`select 1 from appauth.session where ended_at is null
          union all select 1 from appauth.code_attempt`,
      )
      assert.equal(open.length, 0)
    })
    const text = await readFile(join(empty.folder, "documents", document), "utf8")
    assert.equal(text, "%PDF-1.7 a contract")
    const held = await bill()
    assert.equal(held.code, 1)
    assert.match(held.err, /^This database was restored from a backup/)
    const twice = await restore(backup)
    assert.equal(twice.code, 1)
    assert.match(twice.err, /is not empty|has a database/)
    assert.match((await restore("--release")).err, /^The payments since the backup are not/)
    const reconciled = await restore("--reconcile")
    assert.equal(reconciled.code, 0, reconciled.err)
    assert.match(reconciled.out, / 0 recorded, of \$0\.00; 0 were there\./)
    assert.equal((await restore("--release")).code, 0)
    assert.equal((await bill()).code, 0)
    assert.match((await restore("--release")).err, /is not held/)
  } finally {
    await empty.close()
  }
})

testOnPostgres(
  "BACKUP-04 a role that may make no table, and an incomplete restore, are named",
  async () => {
    const empty = await openEmptyPlace()
    const role = `stranger_${randomBytes(6).toString("hex")}`
    const inDatabase = (script: string) =>
      empty.visit((database) => database.transaction((tx) => tx.script(script)))
    await inDatabase(`create role ${role} login password 'test'`)
    try {
      const owner = empty.settings.DATABASE_URL ?? ""
      const url = Object.assign(new URL(owner), { username: role, password: "test" }).href
      const restore = async (typed: string, settings: NodeJS.ProcessEnv) =>
        await runCommand("restore", [typed], { ...empty.settings, ...settings })
      const refused = await restore(backup, { DATABASE_URL: url })
      assert.equal(refused.code, 1)
      assert.match(
        refused.err,
        /^The role that restores may not make tables .* MIGRATE_DATABASE_URL/,
      )
      await empty.visit((database) => hold(database, new Date()))
      for (const next of ["--reconcile", "--release"]) {
        const early = await restore(next, { MIGRATE_DATABASE_URL: owner, DATABASE_URL: url })
        assert.equal(early.code, 1)
        assert.match(early.err, /^This database was not restored completely/, next)
      }
    } finally {
      await inDatabase(`drop role ${role}`).finally(() => empty.close())
    }
  },
)

test("BACKUP-04 a damaged backup, and one of a later version or another engine, leave the database empty", async () => {
  const empty = await openEmptyPlace()
  const made = await manifestOf(backup)
  const refused: [Partial<Manifest>, RegExp][] = [
    [
      // The version that made the backup may also lack the migration, because its servers can run
      // on a migrated database.
      { migrations: [...made.migrations, "9999-later.sql"] },
      /^The database of the backup has the migration 9999-later\.sql, which this version lacks: a later version had migrated it\. Restore it with that later version\.$/,
    ],
    [{ engine: made.engine === "PGlite" ? "PostgreSQL" : "PGlite" }, /The backup is of P/],
  ]
  try {
    for (const [change, message] of refused) {
      const folder = await copyOfBackup(`refused ${message.source.length}`)
      await rm(join(folder, "manifest.json"))
      await writeManifest(folder, { ...made, ...change }, testKeyRing)
      const why = await restoreHere(folder, empty.settings).then(
        () => "",
        (error: Error) => error.message,
      )
      assert.match(why, message)
      if (!change.migrations) continue
      const later = await checked(folder)
      assert.match(later.out, / is whole: /)
      assert.deepEqual([later.code, later.err], [0, `${why}\n`])
    }
    const cut = await copyOfBackup("cut again")
    await truncate(join(cut, made.files[0]?.name ?? ""), 100)
    await assert.rejects(restoreHere(cut, empty.settings), /has 100 bytes/)
    const foreign = { ...empty.settings, AUDIT_KEY: otherKey }
    await assert.rejects(restoreHere(backup, foreign), /made with the audit key/)
    // After the failed restore, the complete backup can still be restored.
    await restoreHere(backup, empty.settings)
  } finally {
    await empty.close()
  }
})
