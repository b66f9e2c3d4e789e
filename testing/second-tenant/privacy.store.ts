import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { secondTenant } from "./second-tenant.ts"

/**
 * Writes the erasure of the person with this pseudonym at each client, at different times, with the
 * same documents left.
 */
export async function writeErasures(
  tx: Queries,
  client: string,
  { accountName, account, noon }: { accountName: string; account: string; noon: Date },
): Promise<void> {
  const at = client === secondTenant ? later(noon, { hours: 1 }) : noon
  const document = { client: "both", accountNumber: account, documentId: "both" }
  const documents = [{ ...document, documentSource: "", documentCategory: "" }]
  await tx.rows(
    sql`insert into myaccount_core.erasure (client, person, erased_at, documents)
      values (${client}, ${accountName}, ${at}, ${JSON.stringify(documents)}::jsonb)`,
  )
}
