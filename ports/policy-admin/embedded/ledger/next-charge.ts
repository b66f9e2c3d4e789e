import type { NextCharge } from "../../port.ts"
import { type OpenBill, openBills, settledOf } from "./balance.ts"
import { nextPeriodFrom, type Terms } from "./billing.ts"
import type { Book } from "./types.ts"

/**
 * The next charge of auto pay: the bills that are due by `today`; else the oldest open bill; else
 * the bill of the next period at the present price. Undefined when no further charge is known.
 */
export function nextCharge(book: Book, terms: Terms, today: string): NextCharge | undefined {
  const open = openBills(book)
  const due = open.filter(({ bill }) => bill.dueDate <= today)
  const charged = due.length > 0 ? due : open.slice(0, 1)
  const [first] = charged
  if (first) {
    const sum = (part: (one: OpenBill) => number) =>
      charged.reduce((total, one) => total + part(one), 0)
    return {
      date: due.length > 0 ? today : first.bill.dueDate,
      billNumbers: charged.map(({ bill }) => bill.number),
      amount: sum(({ owed }) => owed),
      premium: sum(({ bill }) => bill.premium),
      fee: sum(({ bill }) => bill.fee),
      adjustment: sum(({ bill }) => bill.adjustment),
      credit: sum(({ bill }) => bill.credit + settledOf(book, bill.number)),
    }
  }
  const date = nextPeriodFrom(book, terms)
  if (date === null || !terms.isBilled) return undefined
  const { premium, fee } = terms
  const credit = Math.min(settledOf(book, null), premium + fee)
  const amount = premium + fee - credit
  return { date, billNumbers: [], amount, premium, fee, adjustment: 0, credit }
}
