import type { Database } from "#database/open.ts"
import { billFacts } from "../bill-fields.ts"
import { billDays, type HeldBill, mostCaughtUp } from "../billing.ts"
import type { OpenBill } from "../port.ts"
import { findUnbilled } from "./bills.store.ts"
import { findBooks, lockBook, type ProductKey, writeBook } from "./books.store.ts"
import { openBills } from "./ledger/balance.ts"
import {
  catchUp as catchUpInBook,
  isBillHeld,
  issueBills as issueInBook,
  nextBill,
} from "./ledger/billing.ts"
import { dayBefore } from "./ledger/periods.ts"
import type { Book } from "./ledger/types.ts"

const pageSize = 500
/** Number of parallel transactions: their commits share the wait for the disk. */
const atOnce = 5

/** Issues the bills of each product in its own transaction, so that a killed run loses nothing. */
export async function issueDueBills(
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

/** The products whose next bill is held for an operator, with the due date of that bill. */
export async function findHeldBills(
  database: Database,
  client: string,
  today: string,
): Promise<HeldBill[]> {
  const held: HeldBill[] = []
  let page: ProductKey[] = []
  do {
    page = await findUnbilled(database, client, dayBefore(today), page.at(-1), pageSize)
    const numbers = page.map(({ policyNumber }) => policyNumber)
    const books = numbers.length > 0 ? await findBooks(database, client, undefined, numbers) : []
    for (const [policyNumber, { book, terms }] of books) {
      const bill = isBillHeld(book, terms, today) && nextBill(book, terms, today)
      if (bill) held.push({ policyNumber, dueDate: bill.dueDate })
    }
  } while (page.length === pageSize)
  return held
}

/** Issues a product's bills up to today, however late, and at most `mostCaughtUp`. */
export async function catchUpBills(
  database: Database,
  product: ProductKey,
  today: string,
): Promise<number> {
  return await issueOf(database, product, today, (book, terms, on) =>
    catchUpInBook(book, terms, on, mostCaughtUp),
  )
}

async function issueOf(
  database: Database,
  product: ProductKey,
  today: string,
  issue: typeof issueInBook = issueInBook,
): Promise<number> {
  return await database.transaction(async (tx) => {
    const stored = await lockBook(tx, product)
    if (!stored) return 0
    const billed = issue(stored.book, stored.terms, today)
    await writeBook(tx, product, stored, billed)
    return billed.bills.length - stored.book.bills.length
  })
}

/** The unsettled bills of a book, oldest first, in the port's form. */
export function openBillsOf(book: Book): OpenBill[] {
  return openBills(book).map(({ bill, owed }) => {
    const { number, periodFrom, periodTo, dueDate, premium, fee, adjustment, credit } = bill
    const parts = { premium, fee, adjustment, credit }
    return { number, periodFrom, periodTo, dueDate, ...parts, owed, ...billFacts(bill) }
  })
}
