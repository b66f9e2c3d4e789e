// PGlite has one role only.
// @postgres-only

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import { openDatabase } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import { openCommandDatabase } from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"

const role = `person_server_${randomBytes(6).toString("hex")}`
const [client, account] = ["wayfarer", "WF-ROLES-1"]
const person = {
  ...{ accountNumber: account, personNumber: "WF-P-9", phoneNumber: "" },
  ...{ firstName: "Zebulina", lastName: "Quackenbush", dateOfBirth: "1974-12-01" },
  emailAddress: "zebulina@quackenbush.example",
  address: { addressLine1: "7 Mill Road", cityName: "Portland", stateCode: "ME", zipCode: "04101" },
}

test("PRIVACY-11 only the role that owns the tables can delete a person's key in the audit log: the serving role alone erases nothing and names the missing setting, and with both roles the erasure is whole", async (t) => {
  const place = await openCommandDatabase(demoFilling(createTestClock()))
  await place.visit((database) =>
    database.transaction((tx) => tx.script(`create role ${role} login password 'test'`)),
  )
  t.after(async () => {
    await place.visit((database) =>
      database.transaction((tx) => tx.script(`drop owned by ${role}; drop role ${role}`)),
    )
    await place.close()
  })
  const owner = place.settings.DATABASE_URL ?? ""
  const serving = new URL(owner)
  Object.assign(serving, { username: role, password: "test" })
  const alone = { ...place.settings, INIT_CWD: place.folder, DATABASE_URL: serving.href }
  const both = { ...alone, MIGRATE_DATABASE_URL: owner }
  const counts = () =>
    place.visit(async (database) => {
      const [row] = await database.rows<{ people: number; keys: number }>(
        sql`select (select count(*)::int from policy_admin.person where account_number = ${account}) as people,
          (select count(*)::int from audit.person_key) as keys`,
      )
      return row
    })

  await writeFile(join(place.folder, "people.ndjson"), `${JSON.stringify(person)}\n`)
  const from = ["--client", client, "--as-of", "2026-01-01T00:00:00Z", "people.ndjson"]
  assert.equal((await runCommand("migrate", [], both)).code, 0)
  const imported = await runCommandHere("import", from, both)
  assert.equal(imported.code, 0, imported.err)
  const before = (await counts())?.keys ?? 0
  const exported = await runCommandHere("person", ["export", client, account], alone)
  assert.equal(exported.code, 0, exported.err)
  assert.deepEqual(await counts(), { people: 1, keys: before + 1 })

  const erase = ["erase", client, account, "--confirm", account]
  const refused = await runCommandHere("person", erase, alone)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /Set MIGRATE_DATABASE_URL for this command\. Nothing was erased\./)
  const list = join(place.folder, "list.jsonl")
  await writeFile(list, `${JSON.stringify({ client, person: "someone" })}\n`)
  const again = await runCommandHere("person", ["erase", "--again", list], alone)
  assert.match(again.err, /Set MIGRATE_DATABASE_URL/)
  assert.deepEqual(await counts(), { people: 1, keys: before + 1 })
  const server = await openDatabase({ url: serving.href })
  const deleted = server.rows(sql`delete from audit.person_key`)
  await assert.rejects(deleted, { code: "42501" }).finally(() => server.close())

  const erased = await runCommandHere("person", erase, both)
  assert.equal(erased.code, 0, erased.err)
  assert.deepEqual(await counts(), { people: 0, keys: before })
  const audited = await runCommandHere("audit", [], alone)
  assert.match(audited.out, /, 0 problems\.\n$/)
})
