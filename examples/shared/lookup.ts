import type { Account } from "#ports/policy-admin/port.ts"
import { bookOf } from "./book.ts"
import { factsOf, policyOf } from "./products.ts"
import type { Store } from "./store.ts"

/** The two lookups that all operations use. */
export function createLookup(store: Store) {
  async function account(client: string, accountNumber: string): Promise<Account | undefined> {
    const stored = await store.account(client, accountNumber)
    if (!stored) return undefined
    const facts = await store.facts(client)
    const products = stored.products.map((product) => policyOf(product, facts))
    const active = products.filter((one) => one.active)
    const [oldest] = (active.length > 0 ? active : products).toSorted((one, other) =>
      (one.coverageEffectiveDate ?? "").localeCompare(other.coverageEffectiveDate ?? ""),
    )
    const editBlocked = { address: "", phoneNumber: "", email: "", save: "" }
    const person = { ...stored.person, editBlocked, policyNumber: oldest?.policyNumber ?? "" }
    return { person, products }
  }

  /**
   * The person's own product with its bills and entries; undefined for another person's product.
   */
  async function productOf(client: string, accountNumber: string, policyNumber: string) {
    const products = (await store.account(client, accountNumber))?.products ?? []
    const product = products.find((one) => one.policyNumber === policyNumber)
    if (!product) return undefined
    const facts = await store.facts(client)
    return { product, facts, ...bookOf(product.bills, factsOf(product, facts)) }
  }

  return { account, productOf }
}

export type Lookup = ReturnType<typeof createLookup>
