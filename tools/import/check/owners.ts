import type { Queries } from "#database/sql.ts"
import { findMoves, type Move } from "#ports/policy-admin/embedded/refresh/moves.ts"
import type { Items } from "../items.ts"

const batchSize = 1_000

/** Collects the products that another person has now in `moves`. */
export function createOwners(queries: Queries, client: string, moves: Move[]) {
  let products: { policyNumber: string; accountNumber: string }[] = []

  async function settle() {
    moves.push(...(await findMoves(queries, client, products)))
    products = []
  }

  return {
    settle,
    async add(items: Items) {
      for (const { policy, accountNumber } of items.products) {
        products.push({ policyNumber: policy.policyNumber, accountNumber })
      }
      if (products.length >= batchSize) await settle()
    },
  }
}
