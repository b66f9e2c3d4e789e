import assert from "node:assert/strict"
import { readdir } from "node:fs/promises"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { openTestDatabase } from "#testing/database.ts"
import { migrationText } from "#testing/migration-text.ts"
import { findAutoPayDue, findOpenBills } from "./bills.store.ts"
import { issueDueBills } from "./bills.ts"
import { createEmbeddedPolicyAdmin } from "./embedded.ts"

const folder = new URL("../../../database/migrations/", import.meta.url)
const conversion = "0060-policy-admin-ledger.sql"
const paid = "00000000-0000-4000-8000-000000000001"
const returned = "00000000-0000-4000-8000-000000000002"

/** Each test has the same balances under its own client. */
const clients = ["shown", "due", "returned", "billed"] as const
type Client = (typeof clients)[number]

let database: Database

before(async () => {
  database = await openTestDatabase({ key: "before_ledger", fill: async () => {} })
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  for (const name of names.filter((one) => one < conversion)) await run(name)
  for (const client of clients) await insertBalances(client)
  for (const name of names.filter((one) => one >= conversion)) await run(name)
})
after(() => database.close())

async function run(name: string) {
  const text = await migrationText(name)
  await database.transaction((tx) => tx.script(text))
}

/** Number, frequency, due date, amount due, past due, adjustment, credit, paid; in dollars. */
const balances = [
  ["owes one bill", "M", "2026-03-15", 42.75, 0, 0, 0, 0],
  ["owes two bills", "M", "2026-01-31", 42.75, 42.75, 4, 2.5, 0],
  ["owes more", "Q", "2026-03-15", 42.75, 0, -35, 0, 0],
  ["is settled", "M", "2026-04-15", 0, 0, 0, 0, 100],
  ["has credit", "A", "2026-04-15", 0, 0, 0, 12.5, 42.75],
  ["has credit and debt", "M", "2026-03-15", 10, 50, 0, 15, 0],
  ["is ended", "M", null, 0, 0, 0, 0, 1134],
] as const

async function insertBalances(client: Client) {
  await database.rows(
    sql`insert into policy_admin.person (client, account_number, person_number, first_name,
        last_name, date_of_birth, email_address, phone_number, address_line1, address_line2,
        address_line3, city_name, state_code, zip_code, is_email_subscribed, record_hash)
      values (${client}, 'A', 'P', 'I', 'V', '1956-02-29', '', '', '', '', '', '', '', '', true, '')`,
  )
  for (const [index, balance] of balances.entries()) {
    const [number, code, dueDate, amountDue, pastDue, adjustment, credit, amountPaid] = balance
    await database.rows(
      sql`insert into policy_admin.policy values (${client}, ${number}, 'A', ${index}, '', '', true, '',
        true, false, '', null, 0, '', 0, '', false, '', '')`,
    )
    await database.rows(
      sql`insert into policy_admin.billing (client, policy_number, kind, frequency_code,
          has_billing_fee, payment_method_record_id, payment_method_label, amount_paid, due_date,
          amount_due, amount_due_special_character, past_due_amount, adjustment, billing_credit,
          show_amount_breakdown, disclaimer, pay_now_blocked, change_blocked)
        values (${client}, ${number}, 'direct', ${code}, false, 'PM', '', ${amountPaid}, ${dueDate},
          ${amountDue}, '', ${pastDue}, ${adjustment}, ${credit}, false, '', '', '')`,
    )
    await database.rows(
      sql`insert into policy_admin.frequency values (${client}, ${number}, 0, ${code}, '', 42.75, 0)`,
    )
  }
  await database.rows(
    sql`insert into policy_admin.payment (client, payment_id, account_number, policy_number, amount,
        paid_on, due_date, returned_on)
      values (${client}, ${paid}, 'A', 'has credit', 42.75, '2026-03-10', '2026-03-15', null),
        (${client}, ${returned}, 'A', 'has credit', 42.75, '2026-03-01', '2026-03-15', '2026-03-05')`,
  )
}

async function shown(client: Client) {
  const account = await createEmbeddedPolicyAdmin(database).account(client, "A")
  return (account?.products ?? []).map(({ policyNumber, billing }) => [
    policyNumber,
    billing.frequencyCode,
    billing.dueDate,
    billing.amountDue / 100,
    billing.pastDueAmount / 100,
    billing.adjustment / 100,
    billing.billingCredit / 100,
    billing.amountPaid / 100,
  ])
}

test("a balance from before the conversion is shown unchanged", async () => {
  // Credit settles past-due amounts first, so the sum is the same and the parts differ.
  const settledFirst = ["has credit and debt", "M", "2026-03-15", 0, 50, 0, 5, 0]
  assert.deepEqual(
    await shown("shown"),
    balances.map((balance) => (balance[0] === settledFirst[0] ? settledFirst : balance)),
  )
})

test("each converted bill has a separate due date", async () => {
  const bills =
    (await findOpenBills(database, "due", "A", ["owes two bills"])).get("owes two bills") ?? []
  assert.deepEqual(
    bills.map(({ periodFrom, periodTo, dueDate, owed }) => [periodFrom, periodTo, dueDate, owed]),
    [
      ["2026-01-31", "2026-02-27", "2026-01-31", 4_275],
      ["2026-02-28", "2026-03-30", "2026-02-28", 3_625],
    ],
  )
  const due = await findAutoPayDue(database, "due", "2026-02-27", undefined, 10)
  assert.deepEqual(
    due.map(({ policyNumber, amount, billNumbers }) => [policyNumber, amount, billNumbers]),
    [["owes two bills", 4_275, [1]]],
  )
})

test("a payment from before the conversion can be returned once, and its bill is due again", async () => {
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  await policyAdmin.returnPayment("returned", returned, "2026-03-20")
  await policyAdmin.returnPayment("returned", paid, "2026-03-20")
  await policyAdmin.returnPayment("returned", paid, "2026-03-20")
  const bills =
    (await findOpenBills(database, "returned", "A", ["has credit"])).get("has credit") ?? []
  assert.deepEqual(
    bills.map(({ dueDate, owed }) => [dueDate, owed]),
    [["2026-03-15", 3_025]],
  )
})

test("a settled product is billed from its next period", async () => {
  await issueDueBills(database, "billed", "2026-04-01")
  const [bill] =
    (await findOpenBills(database, "billed", "A", ["is settled"])).get("is settled") ?? []
  assert.deepEqual([bill?.periodFrom, bill?.periodTo], ["2026-04-15", "2026-05-14"])
})

test("bills and entries can be added but not changed", async () => {
  for (const statement of [
    sql`update policy_admin.bill set premium = 0`,
    sql`delete from policy_admin.bill`,
    sql`update policy_admin.entry set amount = 1`,
    sql`delete from policy_admin.entry`,
  ]) {
    await assert.rejects(database.rows(statement), /append-only/)
  }
})
