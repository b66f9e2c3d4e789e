import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"

/** The open differences of the last sweep. */
export async function openDifferences(database: Database): Promise<{ kind: string }[]> {
  return await database.rows(
    sql`select kind from myaccount_core.payment_difference where resolved_at is null order by kind`,
  )
}

/**
 * Makes this client the only one with customers, because a billing run would bill the others as
 * well.
 */
export async function keepOnly(database: Database, client: string): Promise<void> {
  await database.rows(
    sql`update appcontent.site set is_customer_site = false where client <> ${client}`,
  )
}

/** Announces planned outages of the account system, as `plannedAway` of client.json does. */
export async function planAway(
  database: Database,
  client: string,
  planned: readonly object[],
): Promise<void> {
  await database.rows(
    sql`update appcontent.client set planned_away = ${JSON.stringify(planned)}::jsonb
      where client = ${client}`,
  )
}

/** The record ids of the methods of all payments, oldest first. */
export async function chargedMethods(database: Database): Promise<string[]> {
  const rows = await database.rows<{ methodRecordId: string }>(
    sql`select method_record_id from myaccount_core.payment order by submitted_at`,
  )
  return rows.map(({ methodRecordId }) => methodRecordId)
}
