import type { Database } from "#database/open.ts"
import { billDays } from "../billing.ts"
import type { OpenBill } from "../port.ts"
import { findUnbilled } from "./bills.store.ts"
import { lockBook, type ProductKey, writeBook } from "./books.store.ts"
import { openBills } from "./ledger/balance.ts"
import { issueBills as issueInBook } from "./ledger/billing.ts"
import type { Book } from "./ledger/types.ts"

const pageSize = 500
/** Transactions at the same time: their commits share the waiting for the disk. */
const atOnce = 5

/** Issues the bills of each product in its own transaction, so that a killed run loses nothing. */
export async function issueBills(
  database: Database,
  client: string,
  today: string,
  signal?: AbortSignal,
): Promise<number> {
  const by = Temporal.PlainDate.from(today).add({ days: billDays }).toString()
  let issued = 0
  let page: ProductKey[] = []
  do {
    page = await findUnbilled(database, client, by, page.at(-1), pageSize)
    for (let start = 0; start < page.length; start += atOnce) {
      signal?.throwIfAborted()
      const some = page.slice(start, start + atOnce)
      const counts = await Promise.all(some.map((product) => issueOf(database, product, today)))
      issued += counts.reduce((sum, count) => sum + count, 0)
    }
  } while (page.length === pageSize)
  return issued
}

async function issueOf(database: Database, product: ProductKey, today: string): Promise<number> {
  return await database.transaction(async (tx) => {
    const stored = await lockBook(tx, product)
    if (!stored) return 0
    const billed = issueInBook(stored.book, stored.terms, today)
    await writeBook(tx, product, stored, billed)
    return billed.bills.length - stored.book.bills.length
  })
}

/** The bills of a book that are not settled, oldest first, as the port gives them. */
export function openBillsOf(book: Book): OpenBill[] {
  return openBills(book).map(({ bill, owed }) => {
    const { number, periodFrom, periodTo, dueDate, premium, fee, adjustment, credit } = bill
    const coveredUntil = bill.coveredUntil ?? null
    const parts = { premium, fee, adjustment, credit }
    return { number, periodFrom, periodTo, dueDate, ...parts, owed, coveredUntil }
  })
}
