import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import { type Missing, removeMissing } from "#ports/policy-admin/embedded/people.load.ts"
import { findAccountsAfter } from "#ports/policy-admin/embedded/refresh/persons.store.ts"
import { findProductsOf } from "#ports/policy-admin/embedded/refresh/products.store.ts"
import type { CheckedRecords } from "./check/check.ts"
import type { Scratch } from "./check/scratch.ts"

const pageSize = 2_000

/**
 * The people of the client who are not in the files, if the files list people; and products that
 * their people no longer have, if the files list products. In pages.
 */
export async function* missingRecords(
  queries: Queries,
  client: string,
  { hasPersons, hasProducts }: CheckedRecords,
  scratch: Scratch,
): AsyncGenerator<Missing> {
  if (!hasPersons) return
  let after = ""
  for (;;) {
    const page = await findAccountsAfter(queries, client, after, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    after = last
    const there = page.filter((account) => scratch.has("person", account))
    const products = hasProducts ? await findProductsOf(queries, client, there) : []
    yield {
      accountNumbers: page.filter((account) => !scratch.has("person", account)),
      policyNumbers: products
        .map(({ policyNumber }) => policyNumber)
        .filter((policyNumber) => !scratch.has("product", policyNumber)),
    }
  }
}

/** Removes them page by page, after `before`; returns the number of people and products. */
export async function removeAll(
  database: Database,
  client: string,
  pages: AsyncIterable<Missing>,
  before: (tx: Queries) => Promise<void>,
): Promise<number> {
  let removed = 0
  for await (const page of pages) {
    await database.transaction(async (tx) => {
      await before(tx)
      await removeMissing(tx, client, page)
    })
    removed += page.accountNumbers.length + page.policyNumbers.length
  }
  return removed
}
