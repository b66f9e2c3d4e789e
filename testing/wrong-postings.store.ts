import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"

/**
 * One line for each payment that is marked as posted but is not, that is posted without being
 * accepted, or whose posting has another amount. Correct at every moment, even while payments are
 * in progress.
 */
export async function findWrongPostings(database: Database): Promise<string[]> {
  const rows = await database.rows<{ id: string; what: string }>(
    sql`select p.id, 'is marked as posted, and is not' as what from myaccount_core.payment p
      where p.applied_at is not null and not exists (
        select from policy_admin.payment a where a.client = p.client and a.payment_id = p.id)
    union all
    select p.id, 'is posted with another amount' from myaccount_core.payment p
      join policy_admin.payment a on a.client = p.client and a.payment_id = p.id
      where a.amount <> p.amount
    union all
    select p.id, 'is posted, and was never accepted' from myaccount_core.payment p
      join policy_admin.payment a on a.client = p.client and a.payment_id = p.id
      where p.confirmation_number is null`,
  )
  return rows.map(({ id, what }) => `the payment ${id} ${what}`)
}
