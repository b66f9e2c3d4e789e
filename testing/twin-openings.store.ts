import { type Queries, sql } from "#database/sql.ts"
import { openBooks } from "./opened-books.store.ts"
import { twin } from "./twin-client.ts"

/**
 * Opens the same bill of a product at both clients. It is more than one period only at the twin,
 * where the product has ended.
 */
export async function writeTwinOpenings(
  tx: Queries,
  client: string,
  policyNumber: string,
): Promise<void> {
  await openBooks(tx, client, [policyNumber], { dueDate: "2026-03-10", amountDue: 500 })
  if (client !== twin) return
  await tx.rows(
    sql`update policy_admin.frequency set amount = 0.5
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  await tx.rows(
    sql`update policy_admin.policy set active = false
      where client = ${client} and policy_number = ${policyNumber}`,
  )
}
