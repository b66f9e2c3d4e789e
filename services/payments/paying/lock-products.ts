import type { Queries } from "#database/sql.ts"
import { lockProduct } from "./product-lock.store.ts"

/** Lets no payment, change or correction of these products be stored until the transaction ends. */
export async function lockProducts(
  tx: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<void> {
  for (const policyNumber of policyNumbers.toSorted()) await lockProduct(tx, client, policyNumber)
}
