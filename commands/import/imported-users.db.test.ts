import assert from "node:assert/strict"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { deleteUnusedSchemes } from "#services/identity/credentials/imported-schemes.store.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { exportFiles } from "./export-files.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { importFiles } from "./import-files.ts"
import { sourceOf } from "./plan.ts"

/**
 * Hashes of Lantern-2027; services/identity/credentials/imported-hash.test.ts names the programs
 * that made them.
 */
const hashes = {
  bcrypt: "$2y$08$saltOfTheTest016abcdeuWxw6ngoAYuINGml.DZTEG1nuvK8BQl2",
  scrypt:
    "$scrypt$ln=14,r=8,p=1$c2FsdE9mVGhlVGVzdDAxNg$xkPw9ShMxzTfs0cZpSC7mAKnRTBSf0jvveFn7EfBCoA",
}
const right = "Lantern-2027"

let app: TestApp
let folder: string

before(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), "import-users-test-"))
})
after(async () => {
  await app?.close()
  await rm(folder, { recursive: true })
})

const personOf = (accountNumber: string) => ({
  record: "person",
  accountNumber,
  personNumber: `P-${accountNumber}`,
  firstName: "Noor",
  lastName: "Haddad",
  dateOfBirth: "1970-01-01",
  emailAddress: `${accountNumber.toLowerCase()}@example.com`,
  address: { addressLine1: "1 Main St", cityName: "Portland", stateCode: "ME", zipCode: "04101" },
})
const userOf = (accountNumber: string, secret: object, username = accountNumber.toLowerCase()) => ({
  record: "user",
  accountNumber,
  username,
  ...secret,
})

async function importOf(client: string, records: object[]) {
  const path = join(folder, `records-${crypto.randomUUID()}.ndjson`)
  await writeFile(path, records.map((record) => JSON.stringify(record)).join("\n"))
  const source = await sourceOf([fileOf(path) as FileToRead], {
    today: Temporal.PlainDate.from("2026-11-21"),
    asOf: app.clock.now(),
    now: app.clock.now(),
  })
  const options = { client, maxErrors: 0, isDryRun: false, refresh: {} }
  const needs = { database: app.database, passwords: testPasswords }
  return await importFiles(needs, source, options, () => {})
}

async function hashOf(client: string, username: string): Promise<string> {
  const [row] = await app.database.rows<{ passwordHash: string }>(
    sql`select password_hash from appauth.user_account
      where client = ${client} and username = ${username}`,
  )
  return row?.passwordHash ?? ""
}

/** Returns the status of the sign-in with this password. */
async function signIn(client: string, username: string, password: string) {
  const body = { ...payloadOf(demoPerson("maria.santos")), client, username, password }
  const { status } = await app.browser().call(`${client}.localhost`, "POST /appauth/login", body)
  return status
}

test("HASH-06 imported hashes sign in with their passwords, and are replaced by our own at that sign-in", async () => {
  const people = Object.entries(hashes).map(([name, passwordHash]) => ({ name, passwordHash }))
  const records = people.flatMap(({ name, passwordHash }) => [
    personOf(`NEW-${name}`),
    userOf(`NEW-${name}`, { passwordHash }, name),
  ])
  const report = await importOf("harbor", records)
  assert.deepEqual([report.refused, report.bad, report.changes.users], [undefined, [], 2])
  for (const { name, passwordHash } of people) {
    const imported = await hashOf("harbor", name)
    assert.match(imported, /^\$imported\$/)
    assert.ok(!imported.includes(passwordHash.slice(-20)))
    assert.equal(await signIn("harbor", name, "Lantern-2028"), 401)
    assert.equal(await hashOf("harbor", name), imported)
    assert.equal(await signIn("harbor", name, right), 200)
    assert.match(await hashOf("harbor", name), /^\$argon2id\$.*,keyid=/)
    assert.equal(await signIn("harbor", name, right), 200)
    assert.equal(await signIn("harbor", name, "Lantern-2028"), 401)
  }
  const again = await importOf("harbor", records)
  assert.equal(again.changes.users, 0)
})

test("HASH-07 the same username with another hash at another brand is a different user", async () => {
  const [mine, theirs] = ["harbor", "wayfarer"]
  await importOf(mine, [personOf("SAME-1"), userOf("SAME-1", { passwordHash: hashes.bcrypt })])
  await importOf(theirs, [personOf("SAME-1"), userOf("SAME-1", { password: "Harbor-Light-77" })])
  assert.equal(await signIn(theirs, "same-1", right), 401)
  assert.equal(await signIn(mine, "same-1", "Harbor-Light-77"), 401)
  assert.equal(await signIn(theirs, "same-1", "Harbor-Light-77"), 200)
  assert.equal(await signIn(mine, "same-1", right), 200)
  // This hash was copied within the database from one brand to the other.
  await importOf(mine, [personOf("SAME-2"), userOf("SAME-2", { passwordHash: hashes.bcrypt })])
  await app.database.rows(
    sql`update appauth.user_account set password_hash = ${await hashOf(mine, "same-2")}
      where client = ${theirs} and username = 'same-1'`,
  )
  assert.equal(await signIn(theirs, "same-1", right), 401)
  const schemes = await app.database.rows<{ client: string }>(
    sql`select distinct client from appauth.imported_scheme`,
  )
  assert.ok(!schemes.some(({ client }) => client === theirs))
})

test("HASH-08 bad hashes are bad rows, and a client has at most four kinds of imported hashes", async () => {
  const bcryptOf = (cost: string) => hashes.bcrypt.replace("$08", `$${cost}`)
  const users = [
    { passwordHash: "5f4dcc3b5aa765d61d8327deb882cf99" },
    { passwordHash: bcryptOf("31") },
    { password: right, passwordHash: hashes.bcrypt },
    {},
    { passwordHash: hashes.bcrypt, securityQuestionId: "1", securityAnswerHash: hashes.bcrypt },
    ...["09", "10", "11", "12"].map((cost) => ({ passwordHash: bcryptOf(cost) })),
  ]
  const records = users.flatMap((secret, at) => [
    personOf(`BAD-${at}`),
    userOf(`BAD-${at}`, secret),
  ])
  const report = await importOf("wayfarer", [
    personOf("OK-1"),
    userOf("OK-1", { passwordHash: hashes.bcrypt }),
    ...records,
  ])
  assert.match(report.refused ?? "", /--max-errors/)
  const reasons = report.bad.map(({ line, reasons: [reason = ""] }) => `${line}: ${reason}`)
  assert.match(reasons[0] ?? "", /^4: passwordHash is not a hash in PHC/)
  assert.match(reasons[1] ?? "", /^6: passwordHash is too expensive/)
  assert.match(reasons[2] ?? "", /^8: needs either password or passwordHash/)
  assert.match(reasons[3] ?? "", /^10: needs either password or passwordHash/)
  assert.match(reasons[4] ?? "", /^12: /)
  assert.match(reasons[5] ?? "", /^20: passwordHash has another algorithm or cost than 4/)
  assert.equal(reasons.length, 6)
  assert.ok(!JSON.stringify(report.bad).includes("saltOfTheTest"))
})

test("HASH-09 kinds of hashes that no user has anymore are deleted, and others stay", async () => {
  await importOf("harbor", [
    personOf("KEEP-1"),
    userOf("KEEP-1", { passwordHash: hashes.scrypt }),
    personOf("KEEP-2"),
    userOf("KEEP-2", { passwordHash: hashes.bcrypt.replace("$08", "$09") }),
    personOf("KEEP-3"),
    userOf("KEEP-3", { passwordHash: hashes.bcrypt }),
  ])
  const kinds = async () => {
    const rows = await app.database.rows<{ scheme: string }>(
      sql`select scheme from appauth.imported_scheme where client = 'harbor'`,
    )
    return rows.map(({ scheme }) => scheme.slice(0, 6)).sort()
  }
  assert.deepEqual(await kinds(), ["$2b$08", "$2b$09", "$scryp"])
  await app.database.rows(
    sql`update appauth.user_account set password_hash = 'none'
      where client = 'harbor' and username = 'keep-2'`,
  )
  await deleteUnusedSchemes(app.database, new Date(app.clock.now().getTime() + 1_000))
  assert.deepEqual(await kinds(), ["$2b$08", "$scryp"])
})

test("HASH-10 an export contains the hashes, so that signing in still works after its import into an emptied client", async () => {
  await importOf("harbor", [personOf("MOVE-1"), userOf("MOVE-1", { passwordHash: hashes.bcrypt })])
  const to = join(folder, "exported")
  const needs = { database: app.database, passwords: testPasswords }
  await exportFiles(needs, "harbor", to, "ndjson", () => {})
  const lines = (await readFile(join(to, "users.ndjson"), "utf8")).trim().split("\n")
  const users = lines.map((line) => ({ record: "user", ...(JSON.parse(line) as object) }))
  const hashed = JSON.stringify(users.find((user) => JSON.stringify(user).includes("MOVE-1")))
  assert.ok(hashed.includes(hashes.bcrypt))
  assert.equal((await importOf("harbor", users)).changes.users, 0)
  await app.database.rows(sql`delete from appauth.user_account
    where client = 'harbor' and username in ('move-1', 'maria.santos')`)
  const report = await importOf("harbor", users)
  assert.deepEqual([report.refused, report.changes.users], [undefined, 2])
  assert.equal(await signIn("harbor", "move-1", right), 200)
  assert.equal(await signIn("harbor", "maria.santos", "Anchor-2026"), 200)
})
