import type { Items } from "../items.ts"

/** Finds records of erased people, and of products that only such records contain. */
export function createErasedRecords(isErased: (accountNumber: string) => boolean) {
  const products = new Set<string>()

  return {
    has({ persons, methods, products: listed, users, balances, documents }: Items): boolean {
      const owners = [...persons, ...methods, ...listed, ...users]
      const isOwned = owners.some(({ accountNumber }) => isErased(accountNumber))
      if (isOwned) for (const { policy } of listed) products.add(policy.policyNumber)
      if (owners.length > 0) return isOwned
      return [...balances, ...documents].some(({ policyNumber }) => products.has(policyNumber))
    },
  }
}
