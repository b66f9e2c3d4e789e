import { type Queries, sql } from "#database/sql.ts"
import { openBooks } from "../opened-books.store.ts"
import { secondTenant } from "./second-tenant.ts"

/**
 * A payment of both clients that is included in a load of their bills. The second tenant's book
 * also contains its money.
 */
const countedPayment = "00000000-0000-4000-8000-0000000000fb"

/**
 * Opens the same bill of a product at both clients. It covers more than one period only at the
 * second tenant, where the product has ended.
 */
export async function writeOpenings(
  tx: Queries,
  client: string,
  policyNumber: string,
): Promise<void> {
  await openBooks(tx, client, [policyNumber], { dueDate: "2026-03-10", amountDue: 500 })
  await tx.rows(
    sql`insert into policy_admin.payment (client, payment_id, account_number, policy_number, amount,
        paid_on, posted_at)
      select client, ${countedPayment}, account_number, policy_number, 10, '2026-03-01',
        '2026-03-01T12:00:00Z'
      from policy_admin.policy where client = ${client} and policy_number = ${policyNumber}`,
  )
  await tx.rows(
    sql`update policy_admin.billing set as_of = '2026-04-01T12:00:00Z'
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  if (client !== secondTenant) return
  await tx.rows(
    sql`insert into policy_admin.entry
      select client, policy_number, book, 90, 'payment', ${countedPayment}, ${countedPayment},
        null::integer, 10, '2026-03-01'
      from policy_admin.billing where client = ${client} and policy_number = ${policyNumber}`,
  )
  await tx.rows(
    sql`update policy_admin.frequency set amount = 0.5
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  await tx.rows(
    sql`update policy_admin.policy set active = false
      where client = ${client} and policy_number = ${policyNumber}`,
  )
}
