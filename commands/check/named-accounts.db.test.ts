import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { systemClock } from "#platform/clock.ts"
import { writeTestBrands } from "#testing/brands.ts"
import { openTestDatabase } from "#testing/database.ts"
import { giveStripeAccount } from "#testing/second-tenant/loads.store.ts"
import { checkNamedAccounts } from "./stripe-checks.ts"

const keys = { secretKey: "sk_1", publishableKey: "pk_1", webhookSecrets: ["whsec_1"] }
const stripe = {
  kind: "stripe",
  ...keys,
  timeoutMs: 1_000,
  hasInstantBank: false,
  callsPerSecond: 50,
  account: undefined,
} as const

let database: Database
before(async () => {
  database = await openTestDatabase()
  await writeTestBrands(database, systemClock, {
    fund: "America/New_York",
    guild: "America/Chicago",
  })
  await giveStripeAccount(database, "fund")
  await database.rows(
    sql`insert into myaccount_core.swept_account (gateway, read_from, read_until)
      select name, now(), now() from unnest(array['stripe', 'stripe:acct_1', 'stripe:acct_2']) name`,
  )
})
after(() => database.close())

test("ACCOUNTS-08 a client whose account has no keys is a problem, and earlier payments of one are a warning", async () => {
  const found = async (accounts: string[]) => {
    const files = accounts.map((account) => ({ ...keys, account }))
    const config = { paymentGateway: { ...stripe, accounts: files } }
    return (await checkNamedAccounts(database, config)).map(
      ({ level, text }) => `${level}: ${text}`,
    )
  }
  const [client, used, other, ...more] = await found([])
  assert.match(
    `${client}`,
    /^problem: There is no file for acct_1, the account of fund, so fund can/,
  )
  assert.match(`${used}`, /^warning: There is no file for acct_1, which has earlier payments/)
  assert.match(`${other}`, /^warning: There is no file for acct_2, which has earlier payments/)
  assert.deepEqual(more, [])
  assert.deepEqual(await found(["acct_1", "acct_2"]), [])
  const sandbox = {
    kind: "sandbox",
    host: "fields.localhost",
    url: undefined,
    secret: undefined,
    timeoutMs: 1_000,
  } as const
  assert.deepEqual(await checkNamedAccounts(database, { paymentGateway: sandbox }), [])
})
