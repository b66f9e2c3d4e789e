import type { Queries } from "#database/sql.ts"
import { findKnownProducts } from "./products.store.ts"

/** A product that a load would give to another person. */
export interface Move {
  policyNumber: string
  /** The account number of the present owner. */
  from: string
  to: string
}

/** The products among these that belong to another person now. */
export async function findMoves(
  queries: Queries,
  client: string,
  products: readonly { policyNumber: string; accountNumber: string }[],
): Promise<Move[]> {
  if (products.length === 0) return []
  const numbers = products.map(({ policyNumber }) => policyNumber)
  const known = await findKnownProducts(queries, client, numbers)
  return products.flatMap(({ policyNumber, accountNumber }) => {
    const from = known.get(policyNumber)?.accountNumber
    const isMove = from !== undefined && from !== accountNumber
    return isMove ? [{ policyNumber, from, to: accountNumber }] : []
  })
}

/** A line for the operator. */
export function moveText({ policyNumber, from, to }: Move): string {
  return `product ${policyNumber} would move from ${from} to ${to}`
}

/** A line with the number of moved products and how the operator confirms the move. */
export function movesText(count: number): string {
  const products = count === 1 ? "product" : "products"
  return `${count} ${products} would move to another person; --move-products=${count} confirms that.`
}
