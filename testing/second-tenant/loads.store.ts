import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { secondTenant } from "./second-tenant.ts"

/** The keys of the rows, the same at both clients. */
interface Keys {
  account: string
  policy: string
  noon: Date
}

/**
 * Writes the rows that an import has left at each client. The second tenant has newer data and
 * longer lists.
 */
export async function writeLoads(tx: Queries, client: string, keys: Keys): Promise<void> {
  const { account, policy, noon } = keys
  const asOf = client === secondTenant ? later(noon, { hours: 1 }) : noon
  const position = client === secondTenant ? 70 : 50
  await tx.rows(
    sql`update policy_admin.person set as_of = ${asOf}
      where client = ${client} and account_number = ${account}`,
  )
  await tx.rows(
    sql`update policy_admin.billing set as_of = ${asOf}
      where client = ${client} and policy_number = ${policy}`,
  )
  await tx.rows(
    sql`insert into policy_admin.import_progress (client, fingerprint, records)
      values (${client}, ${`files of ${client}`}, 10)`,
  )
  await tx.rows(
    sql`insert into policy_admin.loaded_kind (client, kind, as_of, import_id, import_as_of, import_until)
      values (${client}, 'bills', ${asOf}, ${`files of ${client}`}, ${asOf}, ${later(noon, { days: 9_000 })})`,
  )
  await tx.rows(
    sql`insert into policy_admin.frequency (client, policy_number, position, code, label, amount, fee)
      values (${client}, ${policy}, ${position}, 'M', 'Monthly', 10, 0)`,
  )
  await tx.rows(
    sql`insert into policy_admin.rider (client, policy_number, position, product_desc,
        policy_status, benefit_amount, annual_premium)
      values (${client}, ${policy}, ${position}, 'A rider', 'Active', 10, 10)`,
  )
  await tx.rows(
    sql`insert into policy_admin.additional_insured (client, policy_number, position, full_name,
        relationship)
      values (${client}, ${policy}, ${position}, 'A person', 'Child')`,
  )
}
