import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { addManyPeople, readOutBy } from "#testing/many-people.store.ts"
import { pagesReadBy } from "#testing/pages-read.ts"
import { supportHost } from "#testing/staff.ts"
import { statementsDuring } from "#testing/statements.ts"

const people = 5_000
const clients = 300
/**
 * A look-up by index reads a few pages. Each of these large tables has over 50. The clients, which
 * are few, fit.
 */
const mostPages = 30

let app: TestApp
let kim: TestBrowser

before(async () => {
  app = await startTestApp()
  await app.database.rows(
    sql`insert into appcontent.client select one.*
      from generate_series(1, ${clients}::integer) number, appcontent.client c,
        jsonb_populate_record(c,
          jsonb_build_object('client', 'brand' || number, 'closed', '[]'::jsonb)) one
      where c.client = 'harbor'`,
  )
  await app.database.rows(
    sql`insert into myaccount_core.staff_approval (id, client, account_number, userid, action,
        asked_by, asked_at, expires_at)
      select gen_random_uuid(), 'harbor', '', number::text, 'resetPassword', 'agent.moreau',
        '2026-01-01', '2026-01-02'
      from generate_series(1, ${people}::integer) number`,
  )
  await addManyPeople(app.database, people)
  kim = app.browser()
  await kim.signIn(supportHost, "agent.kim")
})

after(() => app.close())

/**
 * Requires at least one statement on `table`, and that no statement reads more pages than the
 * limit.
 */
async function readsLittle(table: string, work: () => Promise<void>): Promise<void> {
  const statements = await statementsDuring(app.database, work)
  const lookUps = statements.filter(({ text }) => text.startsWith("select"))
  assert.ok(lookUps.some(({ text }) => text.includes(table)))
  for (const lookUp of lookUps) {
    const pages = await pagesReadBy(app.database, lookUp)
    assert.ok(pages <= mostPages, `${pages} pages: ${lookUp.text}`)
  }
}

for (const [searchType, value] of Object.entries(readOutBy(3_531))) {
  test(`AGENT-01 a search by ${searchType} reads little, no matter how many people and clients there are`, async () => {
    await readsLittle("policy_admin.person", async () => {
      const options = { query: { searchType, value } }
      const key = "GET /myaccount-core/agent/clients"
      const { text } = await kim.call(supportHost, key, undefined, options)
      assert.match(text, /"accountNumber":"MP0003531"/)
    })
  })
}

test("listing open requests reads little, no matter how many were never decided", async () => {
  await readsLittle("myaccount_core.staff_approval", async () => {
    const { reply } = await kim.call(supportHost, "GET /myaccount-core/agent/approvals")
    assert.deepEqual(reply.items, [])
  })
})

test("listing who looked at an account reads little, no matter how long the audit log is", async () => {
  const host = "harbor.localhost"
  const maria = app.browser()
  await maria.signIn(host, "maria.santos")
  await readsLittle("audit.entry", async () => {
    const { reply } = await maria.call(host, "GET /myaccount-core/accountRecord")
    assert.notEqual(reply.items.length, 0)
  })
})
