import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { addManyBills } from "#testing/many-bills.store.ts"
import { addManyPeople } from "#testing/many-people.store.ts"
import { pagesReadBy } from "#testing/pages-read.ts"
import { statementsDuring } from "#testing/statements.ts"
import { createEmbeddedPolicyAdmin } from "./embedded.ts"

/** The number of people, distributed among four clients. */
const people = 400
const months = 60
/**
 * The most pages per product. Two indexes keep all entries of a book on about 20 pages. Rows that a
 * vacuum has not processed yet take up to 120 more; looking up each bill's entries takes several
 * hundred.
 */
const mostPages = 150

let app: TestApp

before(async () => {
  app = await startTestApp()
  await addManyPeople(app.database, people)
  await addManyBills(app.database, months)
})
after(() => app.close())

/** How many pages `work` reads when it is repeated. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  let pages = 0
  for (const statement of await statementsDuring(app.database, work))
    pages += await pagesReadBy(app.database, statement)
  return pages
}

test("reading an account takes few pages, also after five years of monthly bills", async () => {
  const policyAdmin = createEmbeddedPolicyAdmin(app.database)
  const pages = await pagesOf(async () => {
    const account = await policyAdmin.account("harbor", "MP0000400")
    const billing = account?.products[0]?.billing
    assert.deepEqual([billing?.amountDue, billing?.dueDate], [4_275, "2026-03-15"])
    assert.equal(billing?.amountPaid, 59 * 4_275)
  })
  assert.ok(pages <= mostPages, `${pages} pages`)
})

test("the billing run reads few pages per product, also after five years of monthly bills", async () => {
  const { billing } = createEmbeddedPolicyAdmin(app.database)
  const products = 100
  const pages = await pagesOf(async () => {
    const due = await billing.autoPayDue("harbor", "2026-03-15", undefined, products)
    assert.equal(due?.length, products)
    assert.equal(due?.at(-1)?.amount, 4_275)
  })
  assert.ok(pages <= mostPages * products, `${pages / products} pages for each product`)
})

test("the search for products to bill reads few pages, also after five years of monthly bills", async () => {
  const { billing } = createEmbeddedPolicyAdmin(app.database)
  const pages = await pagesOf(async () => {
    assert.equal(await billing.issueBills?.("harbor", "2026-03-01"), 0)
  })
  // The search reads the last bill of each product.
  assert.ok(pages <= 10 * (people / 4), `${pages} pages`)
})
