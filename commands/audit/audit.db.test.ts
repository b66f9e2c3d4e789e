import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { type Queries, sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createAudit } from "#services/audit/audit.ts"
import { auditKeysOf } from "#services/audit/audit-keys.ts"
import { accountIn } from "#testing/account-in-chain.ts"
import { createTestClock } from "#testing/clock.ts"
import type { CommandOutcome } from "#testing/command.ts"
import { openCommandDatabase, testOnPostgres } from "#testing/command-database.ts"
import { migratedFilling } from "#testing/database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { testAudit, testAuditKeys } from "#testing/secret-key.ts"

/**
 * Opens a database for one test, because the tests damage the audit log. The log has three entries
 * about people of Harbor.
 */
async function openLog(t: TestContext) {
  const place = await openCommandDatabase(migratedFilling())
  t.after(() => place.close())
  const audit = testAudit(createTestClock())

  async function add(count: number): Promise<void> {
    await place.visit(async (database) => {
      for (let n = 0; n < count; n += 1) {
        await database.transaction((tx) =>
          audit.record(tx, {
            client: "harbor",
            action: "contact.change",
            actor: { kind: "customer", userid: "person" },
            accountNumber: accountIn(testAuditKeys, "harbor", 1, "A"),
            subjectUserid: "person",
            ip: "203.0.113.9",
            after: { email: `new-${n}@example.com` },
          }),
        )
      }
    })
  }
  await add(3)

  return {
    ...place,
    add,
    async run(parameters: string[] = [], settings = {}): Promise<CommandOutcome> {
      // npm sets it to the folder in which the operator runs the command.
      const all = { ...place.settings, INIT_CWD: place.folder, ...settings }
      return await runCommandHere("audit", parameters, all)
    },
    checkpoints: () => readFile(join(place.folder, "ends.jsonl"), "utf8"),
    /** Runs with full rights on the database. */
    async alter(work: (tx: Queries) => Promise<unknown>): Promise<void> {
      await place.visit(async (database) => {
        await database.transaction(async (tx) => {
          await tx.script(`alter table audit.entry disable trigger user;
            alter table audit.chain disable trigger user`)
          await work(tx)
          await tx.script(`alter table audit.entry enable trigger user;
            alter table audit.chain enable trigger user`)
        })
      })
    },
    async endOfHarbor() {
      return await place.visit(async (database) => {
        const [end] = await database.rows<{ number: number; hash: Buffer; seal: Buffer }>(
          sql`select number::integer as number, hash, seal from audit.chain where client = 'harbor'`,
        )
        assert.ok(end)
        return end
      })
    },
  }
}

const compare = ["--checkpoints", "ends.jsonl"]

test("a record that is whole is counted, and its ends are noted where checkpoints are kept", async (t) => {
  const { run, checkpoints, endOfHarbor } = await openLog(t)
  const out = "4 entries in 2 chains, 0 checkpoints compared, 0 problems.\n"
  const good = { code: 0, out, err: "" }
  assert.deepEqual(await run(), good)
  assert.deepEqual(await run(compare), good, "the first time there are none yet")
  const { hash } = await endOfHarbor()
  const noted = (await checkpoints()).split("\n").map((line) => line && JSON.parse(line))
  assert.equal(noted.length, 3)
  assert.equal(noted[0].client, "")
  assert.deepEqual(noted[1], { client: "harbor", number: 3, hash: hash.toString("hex") })
  assert.equal(noted[2], "", "a line each, the last one ended too")
})

test("a row that was altered is named, and nothing is noted then", async (t) => {
  const { run, checkpoints, alter } = await openLog(t)
  assert.equal((await run(compare)).code, 0)
  const earlier = await checkpoints()
  await alter((tx) =>
    tx.rows(sql`update audit.entry set content = replace(content, 'contact.change', 'contact.chance')
      where client = 'harbor' and number = 2`),
  )
  assert.deepEqual(await run(compare), {
    code: 1,
    out: "4 entries in 2 chains, 2 checkpoints compared, 1 problem.\n",
    err: "harbor: entry 2 was altered or put in\n",
  })
  assert.equal(await checkpoints(), earlier)
})

testOnPostgres(
  "a chain cut back to an end that was its own is found by the checkpoints alone",
  async (t) => {
    const { run, add, checkpoints, alter, endOfHarbor } = await openLog(t)
    assert.equal((await run(compare)).code, 0)
    const kept = await endOfHarbor()
    await add(2)
    assert.equal((await run(compare)).code, 0)
    const earlier = await checkpoints()
    assert.equal(earlier.trimEnd().split("\n").length, 4, "two more ends")

    await alter(async (tx) => {
      await tx.rows(
        sql`delete from audit.entry where client = 'harbor' and number > ${kept.number}`,
      )
      await tx.rows(sql`update audit.chain set number = ${kept.number}, hash = ${kept.hash},
      seal = ${kept.seal} where client = 'harbor'`)
    })
    assert.equal((await run()).code, 0, "nothing within the database shows it")
    assert.deepEqual(await run(compare), {
      code: 1,
      out: "4 entries in 2 chains, 4 checkpoints compared, 1 problem.\n",
      err: "harbor: entry 4 to 5 were taken out\n",
    })
    assert.equal(await checkpoints(), earlier)
  },
)

testOnPostgres("what concerns no client is named as the installation's", async (t) => {
  const { run, alter } = await openLog(t)
  await alter((tx) =>
    tx.rows(sql`update audit.entry set hash = sha256(hash) where client = '' and number = 1`),
  )
  const { code, err } = await run()
  assert.equal(code, 1)
  assert.match(err, /^the installation: entry 1 was altered or put in\n/)
})

test("RECORD-04 another AUDIT_KEY is told from a record that was altered", async (t) => {
  const { run } = await openLog(t)
  const { code, out, err } = await run([], { AUDIT_KEY: randomBytes(32).toString("base64") })
  assert.equal(code, 2)
  assert.equal(out, "")
  assert.match(err, /^AUDIT_KEY is not the key of this audit log: [^\n]+ Nothing was checked\.\n$/)
})

const unusable: Record<string, { parameters?: string[]; settings?: object; says: RegExp }> = {
  "a word too many": { parameters: ["ends.jsonl"], says: /^Unexpected argument 'ends\.jsonl'/ },
  "a mistyped flag": { parameters: ["--checkpoint", "x"], says: /^Unknown option '--checkpoint'/ },
  "a flag without its file": {
    parameters: ["--checkpoints"],
    says: /^--checkpoints needs a value/,
  },
  "a key that is none": { settings: { AUDIT_KEY: "short" }, says: /^AUDIT_KEY must be 32/ },
  "a database that is away": {
    settings: { DATABASE_URL: "postgres://postgres@127.0.0.1:1/none" },
    says: /ECONNREFUSED/,
  },
  "checkpoints in a folder that is not there": {
    parameters: ["--checkpoints", "/no/such/folder/ends.jsonl"],
    says: /^\/no\/such\/folder\/ends\.jsonl cannot be used: no such file or directory\.\n/,
  },
  "checkpoints that are a folder": {
    parameters: ["--checkpoints", "/"],
    says: /^\S+ cannot be used: illegal operation on a directory\.\n/,
  },
  "checkpoints that are none": {
    parameters: ["--checkpoints", "broken.jsonl"],
    says: /broken\.jsonl, line 2 cannot be read as a checkpoint/,
  },
}

for (const [what, { parameters, settings, says }] of Object.entries(unusable)) {
  testOnPostgres(
    `a check that could not be made is not one that found something: ${what}`,
    async (t) => {
      const { run, folder } = await openLog(t)
      const line = JSON.stringify({ client: "harbor", number: 1, hash: "00" })
      await writeFile(join(folder, "broken.jsonl"), `${line}\n${line.slice(0, -9)}`)
      const { code, out, err } = await run(parameters, settings)
      assert.equal(code, 2)
      assert.equal(out, "")
      assert.match(err, /^[^\n]+\n(Usage: .+\n--help explains it\.\n)?$/)
      assert.match(err, says)
    },
  )
}

test("RECORD-04 a key that is missing beside the given ones is named, with what to do", async (t) => {
  const { run, visit } = await openLog(t)
  const ring = createKeyRing(randomBytes(32))
  const entry = { client: "harbor", action: "signIn", actor: { kind: "visitor" } } as const
  const about = { accountNumber: null, subjectUserid: null, ip: null }
  const foreign = createAudit({ clock: createTestClock(), keys: auditKeysOf(ring) })
  await visit((database) =>
    database.transaction((tx) => foreign.record(tx, { ...entry, ...about })),
  )
  const { code, err } = await run()
  assert.equal(code, 1)
  const [id] = ring.ids
  assert.match(err, new RegExp(`entry \\d+ was made with the audit key ${id}, which is not given`))
  assert.match(
    err,
    new RegExp(`Entries name ${id}, .* Add it to OTHER_AUDIT_KEYS, and check again`),
  )
})
