import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"

/**
 * Gives each product that `addManyPeople` added a new book with this many monthly bills up to March
 * 2026. All bills except the last are settled. The rows are in the order of the months, as the
 * daily runs write them.
 */
export async function addManyBills(database: Database, months: number): Promise<void> {
  await database.rows(
    sql`update policy_admin.billing b set book = gen_random_uuid(), frequency_code = 'M',
        payment_method_record_id = 'pm', billing_day = 15,
        billed_from = date '2026-04-15' - make_interval(months => ${months}::integer)
      where b.policy_number like '900%'`,
  )
  for (let number = 1; number <= months; number += 1) {
    await database.rows(
      sql`insert into policy_admin.bill select b.client, b.policy_number, b.book, ${number}::integer,
          null, due - 30, due, (due + interval '1 month - 1 day')::date, due, 'M', 4275, 0, 0, 0, null
        from policy_admin.billing b,
          lateral (select (b.billed_from + make_interval(months => ${number - 1}::integer))::date) d (due)
        where b.policy_number like '900%'`,
    )
    if (number === months) continue
    await database.rows(
      sql`insert into policy_admin.entry select b.client, b.policy_number, b.book, ${number}::integer,
          'payment', id, id, ${number}::integer, 4275,
          (b.billed_from + make_interval(months => ${number - 1}::integer))::date
        from policy_admin.billing b, lateral (select gen_random_uuid()::text || b.book) d (id)
        where b.policy_number like '900%'`,
    )
  }
  await database.rows(sql`vacuum analyze`)
}
