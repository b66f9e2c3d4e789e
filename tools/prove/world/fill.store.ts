import type { Database } from "#database/open.ts"
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

/** Creates the serving role, which owns nothing, if PostgreSQL does not have it yet. */
export async function addServingRole(owner: Database, role: string): Promise<void> {
  const found = await owner.rows(sql`select from pg_roles where rolname = ${role}`)
  if (found.length === 0) await owner.transaction((tx) => tx.script(`create role ${role} login`))
}

/** Puts a product on auto pay like loaded data, without an agreement. */
export async function loadAutoPay(
  queries: Queries,
  client: string,
  policyNumber: string,
  recordId: string,
): Promise<void> {
  await queries.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${recordId}
      where client = ${client} and policy_number = ${policyNumber}`,
  )
}
