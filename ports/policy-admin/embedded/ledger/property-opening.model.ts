import type { Random } from "#testing/random.ts"
import { coin, dateIn, type ModelBill } from "./ledger.model.ts"
import type { LoadedBalance } from "./opening.ts"
import type { Lot } from "./types.ts"

interface Period {
  frequencyCode: string
  month: number
  months: number
  /** Day of the month on which the product is billed. */
  dayOfMonth: number
  /** Coins. */
  price: number
}

/** A loaded balance, with its bills and money according to the independent calculation. */
interface LoadedModel {
  balance: LoadedBalance
  bills: ModelBill[]
  money: Lot[]
  /** The day of the month on which later periods start. */
  billingDay: number
  /** The first month, since year 0, of a period without a bill. */
  nextMonth: number
}

/** The date of loaded bills and money. */
const loadedOn = "1970-01-01"

/**
 * Returns a balance in a form that account systems use: sums in one row or a row for each open
 * bill, arrears of several periods, paid periods between open ones, and a billing day that may be
 * stated, and may be later than the last day of a short month.
 */
export function pickOpening(
  random: Random,
  period: Period,
  count: (what: string) => void,
): LoadedModel {
  return random.below(2) === 0 ? sums(random, period, count) : listed(random, period, count)
}

/** A balance in one row: an amount due, an amount past due, an adjustment and a credit. */
function sums(
  random: Random,
  { frequencyCode, month, months, dayOfMonth, price }: Period,
  count: (what: string) => void,
): LoadedModel {
  const dueDate = dateIn(month, dayOfMonth)
  // The row has only its due date, which can be the last day of a short month.
  const billingDay = Number(dueDate.slice(8))
  const due = random.pick([0, price, price])
  const past = random.pick([0, price])
  const adjustment = random.pick([0, 1, 3, -1])
  const credit = random.pick([0, 1, price + 4])
  if (past > 0) count("loaded past due")
  if (adjustment !== 0) count("loaded adjustment")
  if (credit > 0) count("loaded credit")
  const balance = {
    frequencyCode,
    dueDate,
    amountDue: due * coin,
    pastDueAmount: past * coin,
    adjustment: adjustment * coin,
    billingCredit: credit * coin,
  }
  const owed = due - adjustment - credit
  const bill = { replaces: null, issuedOn: loadedOn, months }
  const bills: ModelBill[] = []
  if (past > 0) bills.push({ ...bill, number: 1, month, dueDate, price: past, coins: past })
  if (past > 0 || due > 0 || adjustment < 0) {
    const from = past > 0 ? month + months : month
    bills.push({
      ...bill,
      number: bills.length + 1,
      month: from,
      dueDate: dateIn(from, billingDay),
      price: due,
      coins: Math.max(0, owed),
    })
  }
  const nextMonth = bills.length === 0 ? month : (bills.at(-1)?.month ?? month) + months
  return { balance, bills, money: moneyOf(-owed), billingDay, nextMonth }
}

/** A balance with a row for each open bill and the last billed day. */
function listed(
  random: Random,
  { frequencyCode, month, months, dayOfMonth, price }: Period,
  count: (what: string) => void,
): LoadedModel {
  const bills: ModelBill[] = []
  const periods = 1 + random.below(5)
  for (let period = 0; period < periods; period += 1) {
    const isPaid = period > 0 && random.below(3) === 0
    if (isPaid) continue
    const coins = random.pick([price, price, 1])
    const from = month + period * months
    bills.push({
      ...{ number: bills.length + 1, replaces: null, issuedOn: loadedOn, months },
      ...{ month: from, dueDate: dateIn(from, dayOfMonth), price: coins, coins },
    })
  }
  const isSeveral = bills.length > 1
  if (isSeveral) count("loaded arrears of several periods")
  const nextMonth = month + periods * months
  if (dayOfMonth > 28) count("loaded day of the 29th to the 31st")
  const [newest, ...earlier] = bills.toReversed()
  const credit = random.pick([0, 0, price + 4])
  const owed = (newest?.coins ?? 0) - credit
  const balance = {
    frequencyCode,
    dueDate: newest?.dueDate ?? null,
    ...(isSeveral && {
      earlierBills: earlier
        .toReversed()
        .map((bill) => ({ dueDate: bill.dueDate, amountDue: bill.coins * coin })),
    }),
    amountDue: (newest?.coins ?? 0) * coin,
    pastDueAmount: 0,
    adjustment: 0,
    billingCredit: credit * coin,
    billingDay: dayOfMonth,
    billedThrough: Temporal.PlainDate.from(dateIn(nextMonth, dayOfMonth))
      .subtract({ days: 1 })
      .toString(),
  }
  if (newest) newest.coins = Math.max(0, owed)
  return { balance, bills, money: moneyOf(-owed), billingDay: dayOfMonth, nextMonth }
}

function moneyOf(coins: number): Lot[] {
  const amount = coins * coin
  return amount > 0 ? [{ kind: "opening", id: "opening", amount, on: loadedOn }] : []
}
