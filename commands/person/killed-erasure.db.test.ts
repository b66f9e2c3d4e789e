// PGlite has one connection only, so no other can hold the erasure up.
// @postgres-only

import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { createTestClock } from "#testing/clock.ts"
import { openCommandDatabase } from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { until } from "#testing/events.ts"
import { countLockWaits } from "#testing/lock-waits.store.ts"
import { runCommandHere } from "#testing/operator-commands.ts"

const [client, account] = ["wayfarer", "WF-KILLED-1"]
const person = {
  ...{ accountNumber: account, personNumber: "WF-P-8", phoneNumber: "" },
  ...{ firstName: "Zebulina", lastName: "Quackenbush", dateOfBirth: "1974-12-01" },
  emailAddress: "zebulina@quackenbush.example",
  address: { addressLine1: "7 Mill Road", cityName: "Portland", stateCode: "ME", zipCode: "04101" },
}
const erase = ["erase", client, account, "--confirm", account]

test("PRIVACY-13 an erasure that is killed in the middle has erased nothing, and the next one is whole", async (t) => {
  const place = await openCommandDatabase(demoFilling(createTestClock()))
  t.after(() => place.close())
  const settings = { ...place.settings, INIT_CWD: place.folder }
  await writeFile(join(place.folder, "people.ndjson"), `${JSON.stringify(person)}\n`)
  const from = ["--client", client, "--as-of", "2026-01-01T00:00:00Z", "people.ndjson"]
  const imported = await runCommandHere("import", from, settings)
  assert.equal(imported.code, 0, imported.err)
  // The export is an entry of the audit log, which gives the person a key.
  assert.equal((await runCommandHere("person", ["export", client, account], settings)).code, 0)

  await place.visit(async (database) => {
    const state = async () => {
      const [row] = await database.rows<{ people: number; keys: number; erasures: number }>(
        sql`select (select count(*)::int from policy_admin.person
            where client = ${client} and account_number = ${account}) as people,
          (select count(*)::int from audit.person_key where client = ${client}) as keys,
          (select count(*)::int from myaccount_core.erasure where client = ${client}) as erasures`,
      )
      return row
    }
    const before = await state()
    await database.transaction(async (tx) => {
      // Keys of the audit log are deleted before the person's row, and the erasure waits there.
      await tx.rows(
        sql`select 1 from policy_admin.person
          where client = ${client} and account_number = ${account} for update`,
      )
      const { PATH, NODE_COMPILE_CACHE } = process.env
      const child = spawn(process.execPath, ["commands/my-account.ts", "person", ...erase], {
        env: { PATH, NODE_COMPILE_CACHE, ...settings },
        stdio: "ignore",
      })
      const exited = once(child, "exit")
      await until(async () => (await countLockWaits(database)) > 0)
      child.kill("SIGKILL")
      await exited
    })
    await until(async () => (await countLockWaits(database)) === 0)
    assert.deepEqual(await state(), before)

    const erased = await runCommandHere("person", erase, settings)
    assert.equal(erased.code, 0, erased.err)
    const { people = 0, keys = 0, erasures = 0 } = (await state()) ?? {}
    assert.deepEqual([people, keys, erasures], [0, (before?.keys ?? 0) - 1, 1])
    const audited = await runCommandHere("audit", [], settings)
    assert.match(audited.out, /, 0 problems\.\n$/)
  })
})
