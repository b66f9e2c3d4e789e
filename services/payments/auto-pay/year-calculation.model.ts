// Calculates what a product owes, only from the rules in docs/payments.md and with its own date
// arithmetic. It uses nothing from the account system.

export const monthsOf = { M: 1, Q: 3, S: 6, A: 12 }
export type YearCode = keyof typeof monthsOf
/** Cents of one period, and the auto pay fee for one period. */
export const yearPrices: Record<YearCode, { amount: number; fee: number }> = {
  M: { amount: 4_275, fee: 125 },
  Q: { amount: 12_640, fee: 100 },
  S: { amount: 25_011, fee: 75 },
  A: { amount: 49_999, fee: 0 },
}

interface YearBill {
  number: number
  replaces: number | null
  issuedOn: string
  /** Months since January of year 0. */
  month: number
  months: number
  dueDate: string
  amount: number
}

interface YearMoney {
  id: string
  amount: number
  paidOn: string
  /** The bills in an auto pay charge. They are paid first. */
  bills: readonly number[]
  takenBackOn: string | null
}

/**
 * The date in this month (counted from year 0): on this day, or on the last day of a short month.
 */
export function dateInMonth(month: number, day: number): string {
  const first = Temporal.PlainDate.from({ year: Math.floor(month / 12), month: 1, day: 1 })
  const inMonth = first.add({ months: month % 12 })
  return inMonth.with({ day: Math.min(day, inMonth.daysInMonth) }).toString()
}

export function createYearProduct(start: {
  billingDay: number
  month: number
  code: YearCode
  /** Whether the first period is billed when the product is loaded. */
  owesFirst: boolean
}) {
  const { billingDay, owesFirst } = start
  let { code, month: nextMonth } = start
  let isOnAutoPay = false
  const bills: YearBill[] = []
  const money: YearMoney[] = []
  let cached: { dueDate: string; owed: number; number: number }[] | undefined

  const price = () => yearPrices[code].amount + (isOnAutoPay ? yearPrices[code].fee : 0)
  function addBill(issuedOn: string, month: number, replaces: number | null) {
    const dueDate = dateInMonth(month, billingDay)
    const number = bills.length + 1
    const months = monthsOf[code]
    bills.push({ number, replaces, issuedOn, month, months, dueDate, amount: price() })
    nextMonth = month + months
    cached = undefined
  }
  if (owesFirst) addBill(daysBefore(dateInMonth(nextMonth, billingDay), 30), nextMonth, null)

  /** The unpaid bills, oldest first. */
  function open() {
    cached ??= settle(bills, money)
    return cached
  }

  return {
    open,
    code: () => code,
    owed: () => open().reduce((sum, bill) => sum + bill.owed, 0),
    /** The sum of all valid bills. */
    billed: () =>
      bills
        .filter(({ number }) => !bills.some(({ replaces }) => replaces === number))
        .reduce((sum, { amount }) => sum + amount, 0),
    /** Cents that are due by this day. */
    due: (today: string) =>
      open().reduce((sum, { dueDate, owed }) => sum + (dueDate <= today ? owed : 0), 0),
    isPastDue: (today: string) => open().some(({ dueDate }) => dueDate < today),
    /**
     * The bills that are due today, or on the next date when at least this sum is owed. Bills that
     * are not issued yet have the current price.
     */
    nextBills(today: string, least: number) {
      const future: YearBill[] = []
      for (let month = nextMonth; future.length < 60; month += monthsOf[code]) {
        const known = future.length === 0 ? open() : settle([...bills, ...future], money)
        for (const { dueDate } of known) {
          const date = dueDate > today ? dueDate : today
          const some = known.filter((bill) => bill.dueDate <= date)
          if (some.reduce((sum, { owed }) => sum + owed, 0) >= least) return some
        }
        const issuedOn = [today, ...bills.map((bill) => bill.issuedOn)].sort().at(-1) ?? today
        const number = bills.length + future.length + 1
        const period = { month, months: monthsOf[code], dueDate: dateInMonth(month, billingDay) }
        future.push({ number, replaces: null, issuedOn, ...period, amount: price() })
      }
      return []
    },
    /**
     * Issues the bills of this day: 30 days ahead, but not while a bill that is not past due is
     * open.
     */
    issue(today: string): number {
      const before = bills.length
      while (
        daysBefore(dateInMonth(nextMonth, billingDay), 30) <= today &&
        !open().some(({ dueDate }) => dueDate >= today)
      ) {
        addBill(today, nextMonth, null)
      }
      return bills.length - before
    },
    /** An auto pay charge is for the open bills with these due dates. */
    pay(id: string, amount: number, paidOn: string, dueDates: readonly string[] = []) {
      const due = open().filter(({ dueDate }) => dueDates.includes(dueDate))
      const numbers = due.map(({ number }) => number)
      money.push({ id, amount, paidOn, bills: numbers, takenBackOn: null })
      cached = undefined
    },
    takeBack(id: string, on: string) {
      const one = money.find((known) => known.id === id)
      if (!one || one.takenBackOn !== null) throw new Error(`${id} was taken back before.`)
      one.takenBackOn = on
      cached = undefined
    },
    /** The last bill gets the new price if it is open and not due. */
    change(newCode: YearCode, newIsOnAutoPay: boolean, today: string) {
      // A change of the method alone leaves the price unchanged.
      if (newCode === code && newIsOnAutoPay === isOnAutoPay) return
      code = newCode
      isOnAutoPay = newIsOnAutoPay
      const last = open().at(-1)
      const bill = bills.at(-1)
      if (!last || !bill || last.number !== bill.number || bill.dueDate <= today) return
      if (bill.amount === price() && bill.months === monthsOf[code]) return
      // A loaded bill can have a later issue date.
      addBill(today > bill.issuedOn ? today : bill.issuedOn, bill.month, bill.number)
    },
    /** Each payment, with the client's days on which it was accepted and taken back. */
    payments: () => money.map(({ id, paidOn, takenBackOn }) => ({ id, paidOn, takenBackOn })),
    /** Cents that were paid and not taken back. */
    paid: () => money.reduce((sum, { amount, takenBackOn }) => sum + (takenBackOn ? 0 : amount), 0),
  }
}

export type YearProduct = ReturnType<typeof createYearProduct>

function daysBefore(date: string, days: number): string {
  return daysAfter(date, -days)
}

export function daysAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/**
 * Pays the oldest bill first, in date order. Order within a day: reversals of payments of earlier
 * days, bills, payments, and reversals of payments of that day.
 */
function settle(bills: readonly YearBill[], money: readonly YearMoney[]) {
  const standing: YearBill[] = []
  /** Cents of each payment on each bill; on bill 0 while no bill is open. */
  const laid: { id: string; bill: number; cents: number }[] = []
  const events = [
    ...bills.map((bill) => ({ on: bill.issuedOn, rank: 1, key: "", run: () => replace(bill) })),
    ...money.map((one) => ({ on: one.paidOn, rank: 2, key: one.id, run: () => lay(one) })),
    ...money.flatMap(({ id, paidOn, takenBackOn }) => {
      if (takenBackOn === null) return []
      const isLater = takenBackOn > paidOn
      const on = isLater ? takenBackOn : paidOn
      return [{ on, rank: isLater ? 0 : 3, key: id, run: () => takeAway(id) }]
    }),
  ]
  events.sort((one, other) => {
    if (one.on !== other.on) return one.on < other.on ? -1 : 1
    return one.rank - other.rank || (one.key < other.key ? -1 : Number(one.key > other.key))
  })
  for (const { run } of events) {
    run()
    spread()
  }
  return standing
    .map(({ number, dueDate, amount }) => ({ number, dueDate, owed: amount - onBill(number) }))
    .filter(({ owed }) => owed > 0)

  function replace(bill: YearBill) {
    const index = standing.findIndex(({ number }) => number === bill.replaces)
    if (index !== -1) standing.splice(index, 1)
    for (const one of laid) if (one.bill === bill.replaces) one.bill = 0
    standing.push(bill)
  }

  function lay({ id, amount, bills: numbers }: YearMoney) {
    const free = { id, bill: 0, cents: amount }
    laid.push(free)
    const named = standing.filter(({ number }) => numbers.includes(number))
    layOn(free, named)
  }

  function takeAway(id: string) {
    for (const one of laid) if (one.id === id) one.cents = 0
  }

  function onBill(number: number): number {
    return laid.reduce((sum, { bill, cents }) => sum + (bill === number ? cents : 0), 0)
  }

  function spread() {
    for (const free of laid.filter(({ bill, cents }) => bill === 0 && cents > 0)) {
      layOn(free, standing)
    }
  }

  function layOn(free: { id: string; cents: number }, on: readonly YearBill[]) {
    for (const { number, amount } of on) {
      const cents = Math.min(free.cents, amount - onBill(number))
      if (cents <= 0) continue
      laid.push({ id: free.id, bill: number, cents })
      free.cents -= cents
    }
  }
}
