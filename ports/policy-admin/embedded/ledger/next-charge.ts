import type { ChargeQuestion, NextCharge } from "../../port.ts"
import {
  amountOf,
  type LedgerOpenBill,
  openBills,
  ownEntries,
  settledOf,
  standingBills,
} from "./balance.ts"
import { laterBills, type Terms } from "./billing.ts"
import type { Bill, Book } from "./types.ts"

/** A credit that covers this many later periods hides the next charge. */
const mostPeriods = 60

/**
 * The next charge of auto pay: the open bills that are due by `today`, or else those of the next
 * date on which their sum is at least `minimum`. Bills of later periods have the price of `terms`.
 * Leaves out bills with a due date in `skipped`, and bills with a due date outside `dueDates` if
 * the book has a bill for one of these dates. `issued` are the bills that exist now, also if `book`
 * is the book after a change.
 */
export function ledgerNextCharge(
  { bills: issued }: Pick<Book, "bills">,
  book: Book,
  terms: Terms,
  { today, skipped = [], minimum = 1, dueDates = [] }: ChargeQuestion & { skipped?: string[] },
): NextCharge | undefined {
  const isNamed = (bill: Bill) => dueDates.includes(bill.dueDate)
  const isLoadedAgain = !standingBills(book).some(isNamed)
  const isCharged = (bill: Bill) =>
    !skipped.includes(bill.dueDate) && (isNamed(bill) || isLoadedAgain)
  const own = ownEntries(book)
  const open = openBills(book)
    .filter(({ bill }) => isCharged(bill))
    .map((one) => ({ ...one, alreadyPaid: settledOf(own, one.bill.number) }))
  let unapplied = settledOf(book, null)
  let unappliedOwn = settledOf(own, null)
  const later = laterBills(book, terms, today)
  for (let period = 0; period <= mostPeriods; period += 1) {
    const dates = open.map(({ bill }) => (bill.dueDate > today ? bill.dueDate : today))
    for (const date of dates) {
      const charged = open.filter(({ bill }) => bill.dueDate <= date)
      const amount = charged.reduce((sum, { owed }) => sum + owed, 0)
      if (amount >= minimum) return chargeOf(issued, charged, date)
    }
    const { value: bill } = later.next()
    if (!bill) return undefined
    // Money that a bill does not use goes to the next one.
    const settled = Math.min(unapplied, amountOf(bill))
    unapplied -= settled
    const alreadyPaid = Math.min(settled, unappliedOwn)
    unappliedOwn -= alreadyPaid
    const owed = amountOf(bill) - settled
    if (owed > 0 && isCharged(bill)) open.push({ bill, owed, alreadyPaid })
  }
  return undefined
}

/**
 * The bill that a person without auto pay pays next: the oldest open one, or else the next bill.
 * Leaves out bills with a due date in `skipped`.
 */
export function nextBillToPay(
  issued: Pick<Book, "bills">,
  book: Book,
  terms: Terms,
  question: ChargeQuestion & { skipped?: string[] },
): NextCharge | undefined {
  const [oldest] = openBills(book)
    .map(({ bill }) => bill.dueDate)
    .filter((dueDate) => !question.skipped?.includes(dueDate))
    .sort()
  return ledgerNextCharge(issued, book, terms, { ...question, today: oldest ?? question.today })
}

interface ChargedBill extends LedgerOpenBill {
  /** Cents that the person has paid. */
  alreadyPaid: number
}

function chargeOf(issued: Book["bills"], charged: ChargedBill[], date: string): NextCharge {
  const numbers = charged.map(({ bill }) => bill.number)
  const sum = (part: (one: ChargedBill) => number) =>
    charged.reduce((total, one) => total + part(one), 0)
  return {
    date,
    dueDates: charged.map(({ bill }) => bill.dueDate).sort(),
    billNumbers: numbers.filter((number) => issued.some((bill) => bill.number === number)),
    amount: sum(({ owed }) => owed),
    premium: sum(({ bill }) => bill.premium),
    fee: sum(({ bill }) => bill.fee),
    adjustment: sum(({ bill }) => bill.adjustment),
    // The settled part of a bill counts as credit.
    credit: sum(({ bill, owed }) => bill.credit + amountOf(bill) - owed),
    alreadyPaid: sum(({ alreadyPaid }) => alreadyPaid),
  }
}
