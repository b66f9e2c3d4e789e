import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { mergeAccounts, transferProducts } from "#testing/account-moves.store.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { fullPerson, settleFullPerson, writeFullPerson } from "#testing/full-person.store.ts"
import { stateOfClient } from "#testing/isolation.store.ts"
import { testAudit } from "#testing/secret-key.ts"
import { kindsOf, personTables } from "../data-map/data-map.ts"
import {
  type AskedMove,
  type MovePlan,
  MoveRefused,
  moveAccount,
  planMove,
} from "./move-account.ts"

const clock = createTestClock()
const { client, account: from } = fullPerson
const to = demoPerson("dorothy.lindqvist").accountNumber ?? ""
const asked: AskedMove = {
  ...{ client, from, to, policyNumber: null, isMerge: true, askedBy: "kim" },
}
let database: Database
let deps: Parameters<typeof planMove>[0]

beforeEach(async () => {
  database = await openDemoDatabase(clock)
  await writeFullPerson(database, clock)
  deps = {
    ...{ database, clock, audit: testAudit(clock) },
    policyAdmin: createEmbeddedPolicyAdmin(database, database, clock),
  }
})

afterEach(() => database?.close())

/** The number of rows with this account number, by table. */
async function rowsWith(accountNumber: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { name } of numbered) {
    const [row] = await database.rows<{ count: number }>({
      ...{ name: "", values: [client, accountNumber] },
      text: `select count(*)::int as count from ${name.replace(".authorization", '."authorization"')}
        where client = $1 and account_number = $2`,
    })
    if (row && row.count > 0) found.set(name, row.count)
  }
  return found
}

const numbered = personTables.filter((table) => kindsOf(table).has("account_number"))

async function refused(work: () => Promise<unknown>): Promise<string> {
  const error = await work().then(
    () => assert.fail("It was not refused."),
    (failed: unknown) => failed,
  )
  assert.ok(error instanceof MoveRefused, String(error))
  return error.message
}

const approve = (plan: MovePlan, of = asked, approvedBy = "lee") =>
  moveAccount(deps, of, { code: plan.code, approvedBy })

/**
 * Merges the accounts in the account system: nothing is in progress, and only the other account is
 * left.
 */
async function mergeThere() {
  await settleFullPerson(database)
  await mergeAccounts(database, client, from, to)
}

test("MOVE-01 every table with an account number defines what happens to it in a move, and other tables do not", () => {
  assert.deepEqual(
    personTables.filter(({ move }) => move !== undefined).map(({ name }) => name),
    numbered.map(({ name }) => name),
  )
  for (const { name, move } of numbered) {
    if (move === "product" && name !== "myaccount_core.refund") {
      const table = numbered.find((one) => one.name === name)
      assert.ok(table && kindsOf(table).has("policy_number"), name)
    }
  }
})

test("MOVE-01 a merge moves every row except records of the past, and nothing of another client", async () => {
  await mergeThere()
  const before = { from: await rowsWith(from), to: await rowsWith(to) }
  const secondTenant = await stateOfClient(database, "twin")
  const plan = await planMove(deps, asked)
  assert.deepEqual(await rowsWith(from), before.from)
  await approve(plan)
  const after = { from: await rowsWith(from), to: await rowsWith(to) }
  for (const { name, move } of numbered) {
    // The audit log gets the move's own entries. Unfinished changes of contact data block a move.
    if (name === "audit.entry" || name === "myaccount_core.contact_change") continue
    const [old, own] = [before.from.get(name) ?? 0, before.to.get(name) ?? 0]
    if (!name.startsWith("policy_admin.")) assert.ok(old > 0, `the person has rows in ${name}`)
    const isGone = move !== "stays"
    assert.equal(after.from.get(name) ?? 0, isGone ? 0 : old, name)
    const arrives = move === "product" || move?.startsWith("account")
    assert.equal(after.to.get(name) ?? 0, arrives ? old + own : own, name)
  }
  assert.deepEqual(await stateOfClient(database, "twin"), secondTenant)
  const entries = (await auditLog(database, client)).filter(
    ({ action }) => action === "account.move",
  )
  assert.deepEqual(
    entries.map(({ actorKind, accountNumber, after: facts }) => [
      ...[actorKind, accountNumber],
      ...[facts?.from, facts?.to, facts?.askedBy, facts?.approvedBy, facts?.plan],
    ]),
    [from, to].map((number) => ["operator", number, from, to, "kim", "lee", plan.code]),
  )
  // A second run finds nothing left to move.
  const again = await approve(plan)
  assert.deepEqual([again.code, again.effects, again.endsLogin], ["", [], null])
  assert.equal((await planMove(deps, asked)).code, "")
})

test("MOVE-02 a move needs the code of the plan and a second operator", async () => {
  await mergeThere()
  const plan = await planMove(deps, asked)
  assert.match(await refused(() => approve(plan, asked, " KIM ")), /Another operator/)
  const wrong = [
    () => approve({ ...plan, code: "000000000000" }),
    () => approve(plan, { ...asked, askedBy: "someone" }),
    () => approve(plan, { ...asked, isMerge: false }),
  ]
  for (const work of wrong) await refused(work)
  await database.rows(
    sql`update myaccount_core.payment_method set account_number = 'ELSEWHERE-1'
      where client = ${client} and account_number = ${from}`,
  )
  assert.match(await refused(() => approve(plan)), /not the plan that was approved/)
  assert.equal((await rowsWith(to)).get("myaccount_core.payment"), undefined)
})

test("MOVE-02 a move is refused if the other account has a login and there is no merge, for another person, and during unfinished work", async () => {
  assert.match(await refused(() => planMove(deps, asked)), /different people/)
  await mergeAccounts(database, client, from, to)
  assert.match(await refused(() => planMove(deps, asked)), /Not finished for .*3 payments/)
  await settleFullPerson(database)
  const plain = { ...asked, isMerge: false }
  assert.match(await refused(() => planMove(deps, plain)), /has a login of its own: --merge/)
  assert.match(await refused(() => planMove(deps, { ...asked, to: "HM9999999" })), /no account/)
  assert.match(await refused(() => planMove(deps, { ...asked, to: from })), /the same/)
  const one = { ...asked, policyNumber: "4001930427" }
  assert.match(await refused(() => planMove(deps, one)), /move all of it/)
})

test("MOVE-03 a split moves one product, and its payment method only if other products do not use it", async () => {
  await settleFullPerson(database)
  // Gives the person a second account.
  await database.rows(
    sql`insert into policy_admin.person select one.* from policy_admin.person p,
        jsonb_populate_record(p, '{"account_number": "HM-SPLIT", "person_number": "SPLIT"}') one
      where p.client = ${client} and p.account_number = ${from}`,
  )
  const [paid] = await database.rows<{ policyNumber: string; count: number }>(
    sql`select policy_number, count(*)::int as count from myaccount_core.payment
      where client = ${client} and account_number = ${from}
        and policy_number in (select policy_number from policy_admin.policy
          where client = ${client} and account_number = ${from})
      group by 1 order by 2 desc, 1 limit 1`,
  )
  assert.ok(paid)
  const { policyNumber } = paid
  const split = { ...asked, to: "HM-SPLIT", policyNumber, isMerge: false }
  assert.match(await refused(() => planMove(deps, split)), /has no product/)
  await transferProducts(database, client, [policyNumber], "HM-SPLIT")
  assert.match(
    await refused(() => planMove(deps, { ...split, policyNumber: null })),
    /still has .*name the product/,
  )
  const [method] = await database.rows<{ recordId: string }>(
    sql`select record_id from myaccount_core.payment_method
      where client = ${client} and account_number = ${from} and deleted_at is null limit 1`,
  )
  await database.rows(
    sql`update policy_admin.billing b set payment_method_record_id = case
          when policy_number = ${policyNumber} then ${method?.recordId ?? ""} end
      where client = ${client} and policy_number in (select policy_number from policy_admin.policy
        where client = ${client} and account_number in (${from}, 'HM-SPLIT'))`,
  )
  const before = await rowsWith(from)
  const plan = await planMove(deps, split)
  assert.deepEqual([plan.methodRecordId, plan.endsLogin], [method?.recordId, null])
  await approve(plan, split)
  const [old, now] = [await rowsWith(from), await rowsWith("HM-SPLIT")]
  assert.equal(now.get("myaccount_core.payment"), paid.count)
  assert.equal(now.get("myaccount_core.payment_method"), 1)
  const methods = (before.get("myaccount_core.payment_method") ?? 0) - 1
  assert.equal(old.get("myaccount_core.payment_method") ?? 0, methods)
  assert.equal(old.get("appauth.user_account"), 1)
  const ended = await database.rows(
    sql`select 1 from appauth.user_account where client = ${client} and moved_to is not null`,
  )
  assert.deepEqual(ended, [])
})
