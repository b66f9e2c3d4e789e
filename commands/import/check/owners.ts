import type { Queries } from "#database/sql.ts"
import { findMoves, type Move } from "#ports/policy-admin/embedded/refresh/moves.ts"
import type { Items } from "../items.ts"
import { createBatches } from "./batches.ts"

/** Collects in `moves` the products that belong to another person now. */
export function createOwners(queries: Queries, client: string, moves: Move[]) {
  const { settle, add } = createBatches<{ policyNumber: string; accountNumber: string }>(
    async (products) => {
      moves.push(...(await findMoves(queries, client, products)))
    },
  )
  return {
    settle,
    add: ({ products }: Items) =>
      add(
        ...products.map(({ policy: { policyNumber }, accountNumber }) => ({
          policyNumber,
          accountNumber,
        })),
      ),
  }
}
