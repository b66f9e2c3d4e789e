import type { ChargeQuestion, NextCharge } from "../../port.ts"
import { type OpenBill, openBills, settledOf } from "./balance.ts"
import { nextBill, type Terms } from "./billing.ts"
import { addBill } from "./book.ts"
import type { Book } from "./types.ts"

/** A credit that covers more periods than this hides the next charge. */
const mostPeriods = 60

/**
 * The next charge of auto pay: the open bills that are due by `today`; else those of the next date
 * on which their sum is at least `minimum`. Bills of later periods count at the price of `terms`.
 * Bills that are due on a date of `skipped` are left out. `issued` are the bills that exist now, also if `book` is the book after a change.
 */
export function nextCharge(
  { bills: issued }: Pick<Book, "bills">,
  book: Book,
  terms: Terms,
  { today, skipped = [], minimum = 1 }: Omit<ChargeQuestion, "chosen"> & { skipped?: string[] },
): NextCharge | undefined {
  let forecast = book
  for (let period = 0; period <= mostPeriods; period += 1) {
    const open = openBills(forecast).filter(({ bill }) => !skipped.includes(bill.dueDate))
    const dates = open.map(({ bill }) => (bill.dueDate > today ? bill.dueDate : today))
    for (const date of dates) {
      const charged = open.filter(({ bill }) => bill.dueDate <= date)
      const amount = charged.reduce((sum, { owed }) => sum + owed, 0)
      if (amount >= minimum) return chargeOf(issued, forecast, charged, date)
    }
    const bill = nextBill(forecast, terms, today)
    if (!bill) return undefined
    forecast = addBill(forecast, bill)
  }
  return undefined
}

/** The bill that a person without auto pay pays next: the oldest open one, else the next bill. */
export function nextBillToPay(
  issued: Pick<Book, "bills">,
  book: Book,
  terms: Terms,
  question: Omit<ChargeQuestion, "chosen">,
): NextCharge | undefined {
  const [oldest] = openBills(book)
    .map(({ bill }) => bill.dueDate)
    .sort()
  const today = oldest !== undefined && oldest < question.today ? oldest : question.today
  return nextCharge(issued, book, terms, { ...question, today })
}

function chargeOf(
  issued: Book["bills"],
  forecast: Book,
  charged: OpenBill[],
  date: string,
): NextCharge {
  const numbers = charged.map(({ bill }) => bill.number)
  const sum = (part: (one: OpenBill) => number) =>
    charged.reduce((total, one) => total + part(one), 0)
  return {
    date,
    dueDates: charged.map(({ bill }) => bill.dueDate).sort(),
    billNumbers: numbers.filter((number) => issued.some((bill) => bill.number === number)),
    amount: sum(({ owed }) => owed),
    premium: sum(({ bill }) => bill.premium),
    fee: sum(({ bill }) => bill.fee),
    adjustment: sum(({ bill }) => bill.adjustment),
    credit: sum(({ bill }) => bill.credit + settledOf(forecast, bill.number)),
  }
}
