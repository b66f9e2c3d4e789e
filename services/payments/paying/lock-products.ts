import type { Queries } from "#database/sql.ts"
import { lockProduct } from "./product-lock.store.ts"

/**
 * Prevents other payments, changes and corrections of these products from being stored until the
 * transaction ends.
 */
export async function lockProducts(
  tx: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<void> {
  for (const policyNumber of policyNumbers.toSorted()) await lockProduct(tx, client, policyNumber)
}
