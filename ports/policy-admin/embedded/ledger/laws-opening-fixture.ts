import type { Random } from "#testing/random.ts"
import { coin, dateIn, type ModelBill } from "./laws-fixture.ts"
import type { LoadedBalance } from "./opening.ts"
import type { Lot } from "./types.ts"

interface Period {
  frequencyCode: string
  month: number
  months: number
  dueDate: string
  /** Coins. */
  price: number
}

/** A loaded balance, with the bills and the money that the independent calculation makes of it. */
interface LoadedModel {
  balance: LoadedBalance
  bills: ModelBill[]
  money: Lot[]
}

/** The day that loaded bills and money have. */
const loadedOn = "1970-01-01"

/** A balance with any of an amount due, an amount past due, an adjustment and a credit. */
export function pickOpening(
  random: Random,
  { frequencyCode, month, months, dueDate, price }: Period,
  count: (what: string) => void,
): LoadedModel {
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
  const period = { replaces: null, issuedOn: loadedOn, months }
  const bills: ModelBill[] = []
  if (past > 0) bills.push({ ...period, number: 1, month, dueDate, price: past, coins: past })
  if (past > 0 || due > 0 || adjustment < 0) {
    const from = past > 0 ? month + months : month
    bills.push({
      ...period,
      number: bills.length + 1,
      month: from,
      dueDate: dateIn(from, Number(dueDate.slice(8))),
      price: due,
      coins: Math.max(0, owed),
    })
  }
  const amount = -owed * coin
  const money =
    amount > 0 ? [{ kind: "opening" as const, id: "opening", amount, on: loadedOn }] : []
  return { balance, bills, money }
}
