import { type Queries, sql } from "#database/sql.ts"

/** Adds staff of this client who may refund, named `<prefix>.<number>`, and returns their names. No one can sign in as them. */
export async function addRefundingStaff(
  queries: Queries,
  client: string,
  count: number,
  prefix = "agent",
): Promise<string[]> {
  const rows = await queries.rows<{ userid: string }>(
    sql`insert into appauth.agent (userid, username, password_hash, first_name, last_name, email,
        clients, roles, needs_second_factor, from_folder, created_at)
      select ${prefix} || '.' || n, ${prefix} || '.' || n, 'no one can sign in with it', 'A', 'B',
        'agent@example.com', ${[client]}::text[], ${["look", "money"]}::text[], false, false, now()
      from generate_series(1, ${count}::integer) n returning userid`,
  )
  return rows.map(({ userid }) => userid)
}
