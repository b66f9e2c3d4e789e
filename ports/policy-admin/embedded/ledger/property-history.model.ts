import assert from "node:assert/strict"
import type { Random } from "#testing/random.ts"
import { openBills, settledOf, standingBills } from "./balance.ts"
import type { Terms } from "./billing.ts"
import { allocateCents, coin, dateIn, type ModelBill } from "./ledger.model.ts"
import { type Ledger, ledgerProperties } from "./ledger-properties-fixture.ts"
import { calendarDay, createHistoryClock, lawZones } from "./property-clock.model.ts"
import { pickOpening } from "./property-opening.model.ts"
import { checkRefund } from "./property-refunds.model.ts"
import { createReports } from "./property-reports.model.ts"
import { type Book, emptyBook, type Fact } from "./types.ts"

const monthsOf = { M: 1, Q: 3, S: 6, A: 12 }
type Code = keyof typeof monthsOf
const codes = ["M", "M", "M", "Q", "S", "A"] as const
/** Most of these histories reach a leap year: 2024, 2028, 2096. The year 2100 is not one. */
const firstYears = [2_023, 2_027, 2_095, 2_024, 2_099]

export interface History {
  book: Book
  /** The bills of the independent calculation. */
  model: ModelBill[]
  /** Every fact reported by the gateway or the staff. */
  facts: readonly Fact[]
  /** The first days of the periods that follow a gap without bills. */
  gaps: ReadonlySet<string>
}

/**
 * Generates the history of one product in a client's time zone: loaded figures, bills, payments by
 * the person and by auto pay, returns, refunds (also failed ones), credits, write-offs and changes,
 * reported late, repeated and in any order. Compares the ledger with the independent calculation at
 * each moment.
 */
export function liveHistory(
  random: Random,
  on: Ledger,
  count: (what: string, by?: number) => void,
): History {
  const zone = random.pick(lawZones)
  const dayOfMonth = random.below(3) === 0 ? 29 + random.below(3) : 1 + random.below(28)
  const firstMonth = random.pick(firstYears) * 12 + random.below(12)
  let code: Code = random.pick(codes)
  const opening = random.below(2) === 0 ? open() : undefined
  const billingDay = opening?.billingDay ?? dayOfMonth
  /** The first billed period: its month since year 0, and its first day. */
  const nextMonth = opening?.nextMonth ?? firstMonth
  const first = dateIn(nextMonth, billingDay)
  const opened = opening && on.openingOf(opening.balance)
  /** The product's `billedFrom`, which each reactivation moves to a later date. */
  let billedFrom = opened?.billedFrom ?? first
  /** The date of the last reactivation, and of every one that left periods without a bill. */
  let revivedOn = ""
  const gaps = new Set<string>()
  let isOnAutoPay = random.below(2) === 0
  let isBilled = true
  let isHeld = false
  let book: Book = opened?.book ?? emptyBook
  const model: ModelBill[] = opening?.bills ?? []
  /** Money that does not come from a report. */
  const own: Fact[] = opening?.money ?? []
  const arrived: Fact[] = [...own]
  const reports = createReports(random, count)
  // A stale record: several periods have passed since then.
  const isStale = opening !== undefined && random.below(2) === 0
  if (isStale) count("loaded long after")
  const start = Temporal.PlainDate.from(first).add({ days: isStale ? 200 : -random.below(50) })
  const clock = createHistoryClock(random, zone, start.toString())
  const end = start.add({ months: 4 + random.below(16) }).toString()
  /** The date in the client's zone, as the product and as the independent calculation see it. */
  let now = ""
  let day = ""
  let owedState = ""
  let owedNow: (ModelBill & { owed: number })[] = []

  const prices = () => ({
    premium: monthsOf[code] * 2 * coin,
    fee: isOnAutoPay ? (monthsOf[code] === 12 ? 0 : coin) : 0,
  })
  const terms = (): Terms => ({
    isBilled,
    frequencyCode: code,
    billingDay,
    billedFrom,
    ...prices(),
  })
  const coinsOf = () => (prices().premium + prices().fee) / coin

  do {
    const isAtChange = clock.step()
    if (isAtChange) count("change of the clocks")
    now = on.dayAt(clock.now(), zone).toString()
    day = calendarDay(clock.now(), zone)
    assert.equal(now, day, ledgerProperties.day)
    if (clock.now().toISOString().slice(0, 10) !== day) count("another day than in UTC")
    receive()
    billPeriods()
    const due = compare()
    act(due)
  } while (day < end)
  for (const fact of reports.arriving("9999-12-31")) take(fact)
  return { book, model, facts: [...own, ...reports.facts], gaps }

  function open() {
    const months = monthsOf[code]
    const period = { month: firstMonth, months, dayOfMonth, price: months * 2 }
    return pickOpening(random, { ...period, frequencyCode: code }, count)
  }

  function standing() {
    return model.filter(({ number }) => !model.some(({ replaces }) => replaces === number))
  }

  function modelOwed() {
    const state = `${model.length} ${arrived.length}`
    if (state !== owedState) owedNow = calculateOwed()
    owedState = state
    return owedNow
  }

  function calculateOwed() {
    const coins = allocateCents(model, arrived)
    return standing()
      .map((bill) => ({
        ...bill,
        owed: bill.coins - coins.filter((one) => one.bill === bill.number).length,
      }))
      .filter(({ owed }) => owed > 0)
  }

  function take(fact: Fact) {
    arrived.push(fact)
    const before = book
    book = on.post(before, fact)
    checkRefund(before, book, fact, day)
  }

  function receive() {
    for (const fact of reports.arriving(day)) take(fact)
    if (arrived.length === 0 || random.below(4) > 0) return
    count("repeated report")
    const again = on.post(book, random.pick(arrived))
    assert.deepEqual(again.entries, book.entries, ledgerProperties.replay)
  }

  function billPeriods() {
    // At most two bills a day, and two late ones in a row.
    const ofToday = model.filter((bill) => bill.issuedOn === day && bill.replaces === null).length
    for (let issued = ofToday; issued < 2; issued += 1) if (!billPeriod(2)) break
    billPeriod(2, true)
    let billed = on.issueBills(book, terms(), now)
    if (isHeld && random.below(2) === 0) {
      count("operator catches up")
      while (billPeriod(Number.POSITIVE_INFINITY)) {}
      isHeld = false
      billed = on.catchUp(billed, terms(), now, 120)
    }
    assert.deepEqual(
      on.issueBills(billed, terms(), now).bills,
      billed.bills,
      ledgerProperties.periods,
    )
    count("bills", billed.bills.length - book.bills.length)
    book = billed
  }

  /**
   * Bills the next period, unless `mostLate` periods before it were late; returns whether it did.
   * With `isOnlyAsked`, only determines whether it is held back.
   */
  function billPeriod(mostLate: number, isOnlyAsked = false): boolean {
    const last = standing().at(-1)
    const planned = last ? Math.max(last.month + last.months, nextMonth) : nextMonth
    const isRevived = revivedOn > dateIn(planned, billingDay)
    const month = isRevived ? monthOf(revivedOn) : planned
    const dueDate = isRevived ? revivedOn : dateIn(planned, billingDay)
    const daysAhead = Temporal.PlainDate.from(day).until(dueDate, { largestUnit: "days" }).days
    const isWaiting = modelOwed().some((bill) => bill.dueDate >= day)
    isHeld = false
    if (!isBilled || daysAhead > 30 || isWaiting) return false
    const isGap = last !== undefined && (isRevived || last.month + last.months < nextMonth)
    let late = 0
    for (const bill of isGap ? [] : standing().toReversed()) {
      if (bill.issuedOn <= bill.dueDate) break
      late += 1
    }
    isHeld = daysAhead < 0 && late >= mostLate
    if (isHeld) {
      count("held back")
      return false
    }
    if (isOnlyAsked) return false
    if (isGap || (isRevived && !last)) gaps.add(dueDate)
    const number = model.length + 1
    const untilNext = dateIn(month + monthsOf[code], billingDay)
    const isShort = Temporal.PlainDate.from(dueDate).until(untilNext).days < 15
    const months = monthsOf[code] + (isShort ? 1 : 0)
    const known = { number, replaces: null, issuedOn: day, month, months }
    model.push({ ...known, dueDate, price: coinsOf(), coins: coinsOf() })
    if (dueDate.endsWith("02-29")) count("February 29")
    else if (Number(dueDate.slice(8)) < billingDay) count("short month")
    return true
  }

  /** Compares both calculations. Returns the bills that auto pay charges now. */
  function compare() {
    assert.deepEqual(
      openBills(book).map((open) => [open.bill.number, open.bill.dueDate, open.owed]),
      modelOwed().map((bill) => [bill.number, bill.dueDate, bill.owed * coin]),
      ledgerProperties.owed,
    )
    const due = on.dueBills(book, now)
    for (const { bill } of due) assert.ok(bill.dueDate <= day, ledgerProperties.early)
    assert.deepEqual(
      due.map(({ bill }) => bill.number),
      modelOwed().flatMap((bill) => (bill.dueDate <= day ? [bill.number] : [])),
      ledgerProperties.owed,
    )
    checkShown()
    return due
  }

  /** Checks that the displayed next charge is made if nothing happens until its date. */
  function checkShown() {
    const shown = on.nextCharge(book, terms(), now)
    if (!shown) {
      // Enough money for the bills of the next 60 periods hides the next charge.
      const { premium, fee } = prices()
      const isCovered = settledOf(book, null) >= 60 * (premium + fee)
      assert.ok(
        (!isBilled || isHeld || isCovered) && openBills(book).length === 0,
        ledgerProperties.shown,
      )
      return
    }
    const { premium, fee, adjustment, credit, amount, date } = shown
    assert.equal(premium + fee + adjustment - credit, amount, ledgerProperties.shown)
    assert.ok(date >= day, ledgerProperties.shown)
    let then = book
    // The billing run issues bills each day, and at least one run falls in each period.
    for (let at = now; at < date; at = daysAfter(at, 25)) then = on.issueBills(then, terms(), at)
    then = on.issueBills(then, terms(), date)
    const charged = on.dueBills(then, date).reduce((sum, { owed }) => sum + owed, 0)
    assert.equal(charged, amount, ledgerProperties.shown)
  }

  function act(due: ReturnType<typeof compare>) {
    const owed = modelOwed()
    const total = owed.reduce((sum, bill) => sum + bill.owed * coin, 0)
    const pay = (what: string, amount: number, billNumbers?: number[]) =>
      reports.pay(day, { what, amount, billNumbers })
    const chosen = random.below(15)
    const isCharged = isOnAutoPay && due.length > 0 && random.below(4) > 0
    const charge = isCharged ? on.nextCharge(book, terms(), now) : undefined
    if (charge) pay("auto pay", charge.amount, charge.billNumbers)
    else if (chosen < 3) pay(isLate(owed) ? "paid late" : "paid in full", total)
    else if (chosen === 3) pay("paid twice or too much", total + (1 + random.below(9)) * coin)
    else if (chosen === 4) pay("paid in part", Math.floor(total / 2 / coin) * coin)
    else if (chosen === 5) reports.credit(day)
    else if (chosen === 6) reports.returnPayment(day)
    else if (chosen === 7) reports.refund(day)
    else if (chosen < 10) change(chosen === 8, owed)
    else if (chosen === 10 && random.below(3) === 0) {
      count("lapse or revival")
      isBilled = !isBilled
      if (!isBilled) return
      revivedOn = day
      if (billedFrom < day) billedFrom = day
    } else if (chosen === 11 && owed.length > 0) reports.writeOff(day, random.pick(owed))
    else if (chosen === 12) reports.reverseCorrection(day)
    else if (chosen === 13) reports.failRefund(day)
  }

  function isLate(owed: { dueDate: string }[]): boolean {
    return owed.some(({ dueDate }) => dueDate < day)
  }

  function change(isFrequency: boolean, owed: typeof owedNow) {
    count(isFrequency ? "change of frequency" : "change of auto pay")
    if (isFrequency) code = random.pick(codes)
    else isOnAutoPay = !isOnAutoPay
    const current = owed.at(-1)
    const isCurrent = current?.number === standing().at(-1)?.number
    if (current && isCurrent && current.dueDate > day) {
      const price = coinsOf()
      const months = monthsOf[code]
      if (price !== current.price || months !== current.months) {
        const { number: replaces, month, dueDate } = current
        const known = { number: model.length + 1, replaces, issuedOn: day, month, dueDate }
        const lowered = current.price - current.coins
        const coins = Math.max(0, price - lowered)
        model.push({ ...known, months, price, coins })
        keepLeft(known.number, lowered - price + coins)
      }
    }
    const before = book
    book = on.reprice(book, terms(), now)
    if (book.bills.length !== before.bills.length) count("bill replaced")
    assert.equal(standingBills(book).length, standing().length, ledgerProperties.periods)
  }

  /**
   * The part of an adjustment or credit that a lower price does not use becomes money of the
   * product.
   */
  function keepLeft(bill: number, coins: number) {
    if (coins === 0) return
    const amount = coins * coin
    const left = { kind: "credit", id: `left of bill ${bill}`, amount, on: day } as const
    own.push(left)
    arrived.push(left)
  }
}

function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

function daysAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}
