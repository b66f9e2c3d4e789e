import { type Queries, sql } from "#database/sql.ts"

/** Begins the billing of a client's day, which another process may take over after `until`. */
export async function beginBillingRun(
  queries: Queries,
  client: string,
  day: string,
  until: Date,
): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.billing_run (client, day, claimed_until)
      values (${client}, ${day}, ${until})`,
  )
}
