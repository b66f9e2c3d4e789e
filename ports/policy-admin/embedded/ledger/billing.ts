import { billDays } from "../../billing.ts"
import { openBills, standingBills } from "./balance.ts"
import { addBill, post } from "./book.ts"
import { dayAfter, periodEnd } from "./periods.ts"
import type { Bill, Book } from "./types.ts"

/** The present billing terms of a product. */
export interface Terms {
  /** False stops billing: another party pays, or the product is not active. */
  isBilled: boolean
  frequencyCode: string
  /** Day of the month on which periods start, from 1 to 31. */
  billingDay: number
  /** First day of the first period that this book bills; null when unknown. */
  billedFrom: string | null
  /** Cents of one period. */
  premium: number
  /** Cents of one period for auto pay; 0 when not on auto pay. */
  fee: number
}

/**
 * The most bills that a day's runs issue for one product, and the most bills in a row that are
 * issued after their due date. Beyond that, after a wrong year, a long outage or a wrong status, an
 * operator decides.
 */
const mostBills = 2

/**
 * The first day, and due date, of the next period to bill: the day after the last billed period,
 * and not before `billedFrom`. Null when unknown.
 */
function nextPeriodFrom(book: Pick<Book, "bills">, { billedFrom }: Terms): string | null {
  const last = standingBills(book).at(-1)
  if (!last) return billedFrom
  if (last.periodTo === null) return null
  const next = dayAfter(last.periodTo)
  return billedFrom !== null && billedFrom > next ? billedFrom : next
}

/**
 * The number of bills right before the next period that were issued after their due date, up to the
 * last one that was not. A later `billedFrom` restarts the count.
 */
function lateInARow(book: Pick<Book, "bills">, terms: Terms): number {
  const bills = standingBills(book).toReversed()
  const [last] = bills
  if (last?.periodTo && nextPeriodFrom(book, terms) !== dayAfter(last.periodTo)) return 0
  const onTime = bills.findIndex(({ issuedOn, dueDate }) => issuedOn <= dueDate)
  return onTime === -1 ? bills.length : onTime
}

/**
 * The bill of the next period at these terms, not yet in the book. Undefined if it cannot be
 * determined.
 */
export function nextBill(book: Pick<Book, "bills">, terms: Terms, today: string): Bill | undefined {
  const { isBilled, frequencyCode, billingDay, premium, fee } = terms
  const from = nextPeriodFrom(book, terms)
  const periodTo = from && periodEnd(from, frequencyCode, billingDay)
  if (!isBilled || from === null || periodTo === null) return undefined
  const parts = { premium, fee, adjustment: 0, credit: 0 }
  const period = { periodFrom: from, periodTo, dueDate: from, frequencyCode }
  // A loaded bill can have a later day. Money settles it first.
  const issuedOn = [today, ...book.bills.map((bill) => bill.issuedOn)].sort().at(-1) ?? today
  return { number: nextNumber(book), replaces: null, issuedOn, ...period, ...parts }
}

/**
 * Whether the next period is not billed, because too many before it were billed after their due
 * date.
 */
export function isBillHeld(book: Pick<Book, "bills">, terms: Terms, today: string): boolean {
  const bill = nextBill(book, terms, today)
  return bill !== undefined && bill.dueDate < today && lateInARow(book, terms) >= mostBills
}

/** The most periods to look ahead: fifty years of months. */
const mostPeriodsAhead = 600

/**
 * The bills of the next periods in the way that the daily runs will issue them; ends where the runs
 * stop.
 */
export function* laterBills(
  book: Pick<Book, "bills">,
  terms: Terms,
  today: string,
): Generator<Bill, undefined> {
  let late = lateInARow(book, terms)
  let { bills } = book
  for (let period = 0; period < mostPeriodsAhead; period += 1) {
    const bill = nextBill({ bills }, terms, today)
    if (!bill) return
    late = bill.dueDate < today ? late + 1 : 0
    if (late > mostBills) return
    yield bill
    // Only the newest bill determines the next one.
    bills = [bill]
  }
}

/**
 * Issues the bills that are due for issue on `today`, in the order of the periods. A bill is issued
 * 30 days before its due date, but while another bill is open, not before that bill's due date has
 * passed. At most `mostBills` are issued on a day, and none after `mostBills` late ones in a row.
 */
export function issueBills(book: Book, terms: Terms, today: string): Book {
  const isOfToday = ({ issuedOn, replaces }: Bill) => issuedOn === today && replaces === null
  let after = book
  for (let issued = book.bills.filter(isOfToday).length; issued < mostBills; issued += 1) {
    const bill = billOfToday(after, terms, today)
    if (!bill || isBillHeld(after, terms, today)) break
    after = addBill(after, bill)
  }
  return after
}

/** Also issues the bills that `issueBills` holds back, at most `most`. */
export function catchUp(book: Book, terms: Terms, today: string, most: number): Book {
  let after = book
  for (let issued = 0; issued < most; issued += 1) {
    const bill = billOfToday(after, terms, today)
    if (!bill) break
    after = addBill(after, bill)
  }
  return after
}

/** The next bill, if it must be issued on `today`. */
function billOfToday(book: Book, terms: Terms, today: string): Bill | undefined {
  const by = Temporal.PlainDate.from(today).add({ days: billDays }).toString()
  const bill = nextBill(book, terms, today)
  if (!bill || bill.dueDate > by) return undefined
  return openBills(book).some((open) => open.bill.dueDate >= today) ? undefined : bill
}

/**
 * The book after the price or the length of a period has changed: a bill at the new terms replaces
 * the current one, if that is open and its due date is after `today`. No other bill changes, and
 * neither does a bill that is due on a date of `skipped`: the person pays that one unchanged.
 */
export function reprice(
  book: Book,
  terms: Terms,
  today: string,
  skipped: readonly string[] = [],
): Book {
  const current = openBills(book).at(-1)?.bill
  const { frequencyCode, billingDay, premium, fee } = terms
  if (!current || current !== standingBills(book).at(-1) || current.dueDate <= today) return book
  if (skipped.includes(current.dueDate)) return book
  // A later period already has a bill, issued by the previous account system.
  const { billedFrom } = terms
  if (current.periodTo !== null && billedFrom !== null && billedFrom > dayAfter(current.periodTo)) {
    return book
  }
  const periodTo = periodEnd(current.periodFrom, frequencyCode, billingDay)
  const isSame = periodTo === current.periodTo && premium === current.premium && fee === current.fee
  if (isSame) return book
  // A lower price can leave a part of the adjustment or credit unused. It becomes money of the
  // product.
  const adjustment = Math.max(current.adjustment, -premium - fee)
  const credit = Math.min(current.credit, premium + fee + adjustment)
  const left = adjustment - current.adjustment + (current.credit - credit)
  const number = nextNumber(book)
  const bill: Bill = {
    ...current,
    number,
    replaces: current.number,
    // A loaded bill can have a later day; its replacement is not issued before it.
    issuedOn: today > current.issuedOn ? today : current.issuedOn,
    periodTo,
    frequencyCode,
    premium,
    fee,
    adjustment,
    credit,
  }
  const after = addBill(book, bill)
  if (left === 0) return after
  return post(after, { kind: "credit", id: `left of bill ${number}`, amount: left, on: today })
}

/** The open bills that auto pay charges: they are due by `today`. */
export function dueBills(book: Book, today: string) {
  return openBills(book).filter(({ bill }) => bill.dueDate <= today)
}

function nextNumber({ bills }: Pick<Book, "bills">): number {
  return Math.max(0, ...bills.map(({ number }) => number)) + 1
}
