import { type BillFacts, billFacts, type StatedFacts } from "../../bill-fields.ts"
import { isBilledOn } from "../../billing.ts"
import { post } from "./book.ts"
import { dayAfter, dayBefore, periodEnd } from "./periods.ts"
import { type Bill, type Book, emptyBook } from "./types.ts"

/**
 * The balance of a product that an operator loads, with the source system's information. Cents. A
 * balance that lists its bills lists all of them; otherwise `pastDueAmount` is one bill, for the
 * period of `dueDate`.
 */
export interface LoadedBalance extends StatedFacts {
  frequencyCode: string
  /**
   * Due date of the oldest amount due, or of the next bill if nothing is owed; with `earlierBills`,
   * that of the newest open bill.
   */
  dueDate: string | null
  /** The open bills before the newest one, oldest first. Absent: `pastDueAmount` is the only one. */
  earlierBills?: readonly EarlierBill[]
  amountDue: number
  pastDueAmount: number
  /** Positive lowers what is owed. */
  adjustment: number
  billingCredit: number
  /** Day of the month on which periods start, also after a short month. Absent if not stated. */
  billingDay?: number
  /** Last day of the last period with a bill, paid or not. Absent: that of the bills above. */
  billedThrough?: string
}

interface EarlierBill extends StatedFacts {
  dueDate: string
  /** Open cents. */
  amountDue: number
}

export interface Opening {
  book: Book
  billedFrom: string | null
  billingDay: number | null
}

/**
 * The date of loaded bills and money. The real one is unknown, and must not be later than a payment
 * or a refund that follows.
 */
export const openedOn = "1970-01-01"

/**
 * The book of a loaded balance: its bills, and money for the unused part of its adjustment and
 * credit. `knownDay` is the previously known billing day.
 */
export function openingOf(balance: LoadedBalance, knownDay: number | null = null): Opening {
  const { dueDate, amountDue, billingCredit, billedThrough } = balance
  const adjustment = Math.max(-balance.adjustment, -amountDue)
  const credit = Math.min(billingCredit, amountDue + adjustment)
  const amount = adjustment + balance.adjustment + billingCredit - credit
  const billingDay = billingDayOf(balance, knownDay)
  const bills = dueDate === null ? [] : billsOf(balance, billingDay ?? 1, { adjustment, credit })
  const opened = { ...emptyBook, bills }
  const book =
    amount > 0 ? post(opened, { kind: "opening", id: "opening", amount, on: openedOn }) : opened
  const billedFrom =
    billedThrough === undefined ? (bills[0]?.dueDate ?? dueDate) : dayAfter(billedThrough)
  return { book, billedFrom, billingDay }
}

/**
 * The stated billing day; otherwise the known one or the largest day among the dates, if all dates
 * match it: the last day of a short month does not reveal the billing day of longer months.
 */
function billingDayOf(balance: LoadedBalance, known: number | null): number | null {
  const { billingDay, billedThrough, dueDate, earlierBills = [] } = balance
  if (billingDay !== undefined) return billingDay
  const next = billedThrough === undefined ? [] : [dayAfter(billedThrough)]
  const dates = [
    ...earlierBills.map((bill) => bill.dueDate),
    ...(dueDate ? [dueDate] : []),
    ...next,
  ]
  const days = dates.map((date) => Number(date.slice(8)))
  const fitting = [known ?? 0, Math.max(...days)].find(
    (day) => day > 0 && dates.every((date) => isBilledOn(date, day)),
  )
  return fitting ?? days.at(-1) ?? null
}

type Parts = Pick<Bill, "premium" | "adjustment" | "credit">
type OpeningBill = Parts & BillFacts & { dueDate: string }

/** The bills of a balance that has a due date. */
function billsOf(
  balance: LoadedBalance,
  billingDay: number,
  lowered: Pick<Bill, "adjustment" | "credit">,
): Bill[] {
  const { frequencyCode, billedThrough } = balance
  const stated = statedBills(balance, billingDay, lowered)
  return stated.map(({ dueDate, ...bill }, index) => {
    const next = stated[index + 1]
    const natural = periodEnd(dueDate, frequencyCode, billingDay)
    const last = next ? dayBefore(next.dueDate) : (billedThrough ?? natural)
    const periodTo = last !== null && natural !== null && natural < last ? natural : last
    const own = { number: index + 1, replaces: null, issuedOn: openedOn, fee: 0 }
    return { ...own, periodFrom: dueDate, periodTo, dueDate, frequencyCode, ...bill }
  })
}

function statedBills(
  balance: LoadedBalance,
  billingDay: number,
  lowered: Pick<Bill, "adjustment" | "credit">,
): OpeningBill[] {
  const { frequencyCode, earlierBills, dueDate, amountDue, pastDueAmount } = balance
  if (dueDate === null) return []
  const none = { adjustment: 0, credit: 0 }
  const newest = { premium: amountDue, ...lowered, ...billFacts(balance) }
  if (earlierBills) {
    const earlier = earlierBills.map((bill) => ({
      ...none,
      dueDate: bill.dueDate,
      premium: bill.amountDue,
      ...billFacts(bill),
    }))
    return [...earlier, { ...newest, dueDate }]
  }
  if (pastDueAmount === 0) {
    return amountDue === 0 && lowered.adjustment === 0 ? [] : [{ ...newest, dueDate }]
  }
  const past = { ...newest, ...none, premium: pastDueAmount, dueDate }
  const pastTo = periodEnd(dueDate, frequencyCode, billingDay)
  const currentFrom = pastTo === null ? dueDate : dayAfter(pastTo)
  return [past, { ...newest, ...billFacts({}), dueDate: currentFrom }]
}
