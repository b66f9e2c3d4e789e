import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { Deps } from "#services/deps.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payFor } from "#testing/pay-now.ts"
import { ledgerOf } from "./ledger.ts"
import { ledgerText } from "./ledger-text.ts"

const guide = readFileSync(join(import.meta.dirname, "../../../docs/ledger.md"), "utf8")
const client = "harbor"

let app: TestApp

before(async () => {
  app = await startTestApp()
  await payFor(app, "james.okafor", client, "4003120956")
  await app.billingRun()
  app.clock.advance({ days: 14 })
  await app.billingRun()
  app.clock.advance({ days: 6 })
  await app.sweep()
})

after(() => app.close())

test("LEDGER-01 LEDGER-03 the worked example in docs/ledger.md matches the figures of the demo", async () => {
  const brands = { timeZoneOf: async () => "America/New_York" } as unknown as Deps["brands"]
  const policyAdmin = createEmbeddedPolicyAdmin(app.database)
  const deps = { database: app.database, policyAdmin, brands }
  const question = { client, from: "2026-03-01", to: "2026-03-31", isForOperator: true }
  const ledger = await ledgerOf(deps, question)
  const text = ledgerText(ledger).replaceAll(/ +$/gm, "").trim()
  assert.ok(guide.includes(text), text)

  const [entries] = await app.database.rows<{ amount: number }>(
    sql`select sum(amount)::float8 as amount from policy_admin.entry
      where client = ${client} and kind in ('payment', 'return')`,
  )
  const { payments, returns, disputesLost } = ledger.totals
  assert.equal(entries?.amount, payments.amount - returns.amount - disputesLost.amount)
})
