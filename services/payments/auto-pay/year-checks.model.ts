import assert from "node:assert/strict"
import { sql } from "#database/sql.ts"
import { payerPolicy } from "#testing/payers.ts"
import type { PaymentState } from "../paying/state-machine.ts"
import { isConfirmed, isTakenBack } from "../paying/state-machine.ts"
import { type YearClient, yearClients } from "./year-clock.model.ts"
import type { Year, YearAccount } from "./year-world.model.ts"

/**
 * Checks at the end that gateway, payments, account system and independent calculation agree to the
 * cent.
 */
export async function finalChecks(
  year: Year,
  accounts: YearAccount[],
  mornings: ReadonlyMap<YearClient, number>,
) {
  const { database, sandbox } = year
  const payments = await database.rows<{ id: string; cents: number; status: PaymentState }>(
    sql`select id, (amount * 100)::float8 as cents, status from myaccount_core.payment`,
  )
  const charges = new Map(sandbox.charges().map((charge) => [charge.key, charge]))
  assert.equal(payments.length, charges.size)
  let received = 0
  for (const { id, cents, status } of payments) {
    const charge = charges.get(id)
    assert.ok(charge, id)
    const wasCharged = charge.status !== "declined"
    assert.equal(wasCharged, isConfirmed(status), `${id} is ${status}, not ${charge.status}`)
    if (!wasCharged) continue
    assert.equal(charge.amount, cents, id)
    if (!isTakenBack(status)) received += cents
  }

  const balances = await database.rows<{ client: string; policyNumber: string; cents: number }>(
    sql`select client, policy_number,
        (amount_due + past_due_amount - adjustment - billing_credit)::float8 as cents
      from policy_admin.balance`,
  )
  const cents = new Map(balances.map((row) => [`${row.client} ${row.policyNumber}`, row.cents]))
  for (const { client, payer, expected } of accounts) {
    const key = `${client} ${payerPolicy(payer)}`
    assert.equal(cents.get(key), expected.billed() - expected.paid(), key)
  }
  const paid = accounts.reduce((sum, { expected }) => sum + expected.paid(), 0)
  assert.equal(received, paid, "the money that arrived")

  const posted = await database.rows<{ id: string; paidOn: string; takenBackOn: string | null }>(
    sql`select p.payment_id as id, p.paid_on, r.reversed_on as taken_back_on
      from policy_admin.payment p
      left join policy_admin.reversal r on r.client = p.client and r.kind = 'return'
        and r.payment_id = p.payment_id::text
      order by 1`,
  )
  assert.deepEqual(
    posted,
    accounts
      .flatMap(({ expected }) => expected.payments())
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    "the client's days of payments and returns",
  )

  await checkNotices(year, accounts)

  const runs = await database.rows<{ client: string; days: number; finished: number }>(
    sql`select client, count(*)::float8 as days, count(finished_at)::float8 as finished
      from myaccount_core.billing_run group by client order by client`,
  )
  assert.deepEqual(
    runs,
    yearClients.toSorted().map((client) => {
      const days = mornings.get(client)
      return { client, days, finished: days }
    }),
  )
}

/**
 * Checks that each announcement matches the calculation, and that each emailed one came ten days
 * before its charge.
 */
async function checkNotices({ database }: Year, accounts: readonly YearAccount[]) {
  const rows = await database.rows<{ product: string; told: string }>(
    sql`select client || ' ' || policy_number as product, concat_ws(' ', kind, announced_on,
        charge_on, bills_due_by, amount, case when payment_id is not null then 'charged'
          when superseded then 'superseded' when closed_at is not null then 'over' else 'open' end) as told
      from myaccount_core.announced_charge
      `,
  )
  const told = Map.groupBy(rows, ({ product }) => product)
  for (const { client, payer, notices } of accounts) {
    const key = `${client} ${payerPolicy(payer)}`
    assert.deepEqual(
      (told.get(key) ?? []).map((row) => row.told).sort(),
      notices
        .all()
        .map((one) =>
          [one.kind, one.toldOn, one.chargeOn, one.dueBy, one.amount, one.state].join(" "),
        )
        .sort(),
      `the notices of ${key}`,
    )
  }
  const early = await database.rows(
    sql`select p.id, a.kind, a.announced_on, p.submitted_at, p.amount
      from myaccount_core.payment p
      left join myaccount_core.announced_charge a on a.payment_id = p.id
      join appcontent.client c on c.client = p.client
      where p.origin = 'autoPay' and (a.id is null or p.amount * 100 > a.amount
        or (p.submitted_at at time zone c.time_zone)::date
          < case when a.kind = 'notice' then a.announced_on + 10 else a.charge_on end)`,
  )
  assert.deepEqual(early, [], "charges that were not announced in time")
}
