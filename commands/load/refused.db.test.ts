import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { systemClock } from "#platform/clock.ts"
import { LoadRefused } from "#platform/files/problems.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { exampleFiles, type Files, writeFolder } from "./example-folder.ts"
import { loadFolder } from "./load-folder.ts"
import { refused } from "./refused.cases.ts"

const needs = { clock: systemClock, audit: testAudit(systemClock), passwords: testPasswords }

describe("a folder with a problem", () => {
  let database: Database
  let atFirst: object[]
  before(async () => {
    database = await openTestDatabase()
    await load(exampleFiles())
    atFirst = await everything()
  })
  after(() => database.close())

  async function load(files: Files) {
    const folder = await writeFolder(files)
    await loadFolder(database, folder.path, needs).finally(folder.remove)
  }

  const everything = () =>
    database.rows(sql`select to_jsonb(c) as row from appcontent.client c
      union all select to_jsonb(s) from appcontent.site s
      union all select to_jsonb(i) from appcontent.client_group_item i
      union all select to_jsonb(t) from appcontent.content t
      union all select to_jsonb(a) from appcontent.asset a
      union all select to_jsonb(p) from policy_admin.person p
      union all select to_jsonb(b) from policy_admin.billing b
      union all select to_jsonb(m) from myaccount_core.payment_method m
      union all select to_jsonb(u) from appauth.user_account u
      union all select to_jsonb(g) from appauth.agent g`)

  for (const [what, { change, problems }] of Object.entries(refused)) {
    test(`${what} refuses the whole folder`, async () => {
      const files: Files & ReturnType<typeof exampleFiles> = exampleFiles()
      // The folder also has a valid change, which must not be written.
      files["shared/content/welcome.html"] = "<p>Changed.</p>"
      change(files)
      await assert.rejects(load(files), (error) => {
        assert.ok(error instanceof LoadRefused, String(error))
        const told = error.problems.map(({ file, line, reason }) => {
          const written = files[file] ?? ""
          const text = typeof written === "string" ? written : JSON.stringify(written, null, 2)
          return `${file}: ${text.split("\n")[line - 1]?.trim()} → ${reason}`
        })
        assert.deepEqual(told, problems)
        return true
      })
      assert.deepEqual(await everything(), atFirst)
    })
  }

  test("a missing folder is reported by name", async () => {
    await assert.rejects(
      loadFolder(database, "/nowhere/at/all", needs),
      /^Error: The folder .nowhere.at.all.? cannot be read: no such file or directory\.$/,
    )
  })
})
