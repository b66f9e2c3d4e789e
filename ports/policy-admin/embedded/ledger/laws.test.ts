// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { amountOf, openBills, settledOf, standingBills, stateOf } from "./balance.ts"
import { dueBills, issueBills, reprice, type Terms } from "./billing.ts"
import { addBill, post } from "./book.ts"
import { coin, dateIn, layCoins, type ModelBill } from "./laws-fixture.ts"
import { type Book, emptyBook, type Fact } from "./types.ts"

const histories = isFullSize ? 10_000 : 1_000
const monthsOf = { M: 1, Q: 3, S: 6, A: 12 }
type Code = keyof typeof monthsOf
const codes = ["M", "M", "M", "Q", "S", "A"] as const

for (const seed of modelSeeds()) {
  test(`${histories} generated histories keep every law of the ledger (seed ${seed})`, (t) => {
    const random = createRandom(seed)
    const tally: Record<string, number> = {}
    for (let history = 0; history < histories; history += 1) {
      keepsTheLaws(random, tally, `history ${history} of seed ${seed}`)
    }
    t.diagnostic(JSON.stringify(tally))
    for (const [what, count] of Object.entries(tally)) assert.ok(count > histories / 20, what)
  })
}

function keepsTheLaws(random: Random, tally: Record<string, number>, title: string) {
  const count = (what: string, by = 1) => {
    tally[what] = (tally[what] ?? 0) + by
  }
  const billingDay = 1 + random.below(31)
  const firstMonth = (2_023 + random.below(3)) * 12 + random.below(12)
  const billedFrom = dateIn(firstMonth, billingDay)
  let code: Code = random.pick(codes)
  let isOnAutoPay = random.below(2) === 0
  let isBilled = true
  let book: Book = emptyBook
  const model: ModelBill[] = []
  const arrived: Fact[] = []
  const sent: Fact[] = []
  const under: { on: string; fact: Fact }[] = []
  let today = Temporal.PlainDate.from(billedFrom).subtract({ days: random.below(50) })
  const end = Temporal.PlainDate.from(billedFrom).add({ months: 4 + random.below(15) })

  const now = () => today.toString()
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
  const standing = () =>
    model.filter(({ number }) => !model.some(({ replaces }) => replaces === number))
  const modelOwed = () => {
    const coins = layCoins(model, arrived)
    return standing()
      .map((bill) => ({
        ...bill,
        owed: bill.coins - coins.filter((one) => one.bill === bill.number).length,
      }))
      .filter(({ owed }) => owed > 0)
  }

  while (Temporal.PlainDate.compare(today, end) < 0) {
    today = today.add({ days: 1 + random.below(24) })
    for (const { fact } of under.splice(0).filter((one) => one.on <= now() || !under.push(one))) {
      arrived.push(fact)
      book = post(book, fact)
    }

    // Bills of the model.
    for (;;) {
      const last = standing().at(-1)
      const month = last ? last.month + last.months : firstMonth
      const dueDate = dateIn(month, billingDay)
      const daysAhead = today.until(dueDate, { largestUnit: "days" }).days
      const isWaiting = modelOwed().some((bill) => bill.dueDate >= now())
      if (!isBilled || daysAhead > 30 || isWaiting) break
      const number = model.length + 1
      const months = monthsOf[code]
      const known = { number, replaces: null, issuedOn: now(), month, months, dueDate }
      model.push({ ...known, coins: coinsOf() })
    }
    const billed = issueBills(book, terms(), now())
    assert.equal(issueBills(billed, terms(), now()), billed, `${title}: issued twice`)
    count("bills", billed.bills.length - book.bills.length)
    book = billed

    const owed = modelOwed()
    assert.deepEqual(
      openBills(book).map((open) => [open.bill.number, open.bill.dueDate, open.owed]),
      owed.map((bill) => [bill.number, bill.dueDate, bill.owed * coin]),
      `${title}: what is owed on ${now()}`,
    )
    const due = dueBills(book, now())
    assert.ok(
      due.every(({ bill }) => bill.dueDate <= now()),
      `${title}: charged early`,
    )
    const act = random.below(12)
    const send = (fact: Fact) => {
      sent.push(fact)
      // Most reports arrive on the same day, some days later.
      const delay = random.below(3) === 0 ? random.below(40) : 0
      under.push({ on: today.add({ days: delay }).toString(), fact })
    }
    const pay = (amount: number) => {
      if (amount > 0) send({ kind: "payment", id: `p${sent.length}`, amount, on: now() })
    }
    const total = owed.reduce((sum, bill) => sum + bill.owed * coin, 0)
    const payments = sent.filter(
      ({ kind, id }) =>
        kind === "payment" && !sent.some((one) => one.kind === "return" && one.id === id),
    )
    if (isOnAutoPay && due.length > 0 && random.below(4) > 0) {
      count("auto pay")
      pay(due.reduce((sum, bill) => sum + bill.owed, 0))
    } else if (act < 3) {
      count("paid in full")
      pay(total)
    } else if (act === 3) {
      count("paid twice or too much")
      pay(total + (1 + random.below(9)) * coin)
    } else if (act === 4) {
      count("paid in part")
      pay(Math.floor(total / 2 / coin) * coin)
    } else if (act === 5) {
      count("credit")
      send({ kind: "credit", id: `c${sent.length}`, amount: coin * 2, on: now() })
    } else if (act < 8 && payments.length > 0) {
      const { id, amount } = random.pick(payments) as Extract<Fact, { kind: "payment" }>
      const isReturn = act === 6
      count(isReturn ? "return" : "refund")
      const part = isReturn ? amount : coin * (1 + random.below(amount / coin))
      const reopens = isReturn || random.below(2) === 0
      const kind = isReturn ? "return" : "refund"
      const fact = { paymentId: id, amount: part, on: now(), reopens }
      send({ kind, id: isReturn ? id : `r${sent.length}`, ...fact })
    } else if (act < 10) {
      count("change of frequency or auto pay")
      if (act === 8) code = random.pick(codes)
      else isOnAutoPay = !isOnAutoPay
      const current = owed.at(-1)
      const months = monthsOf[code]
      const isCurrent = current?.number === standing().at(-1)?.number
      if (current && isCurrent && current.dueDate > now()) {
        const coins = coinsOf()
        if (coins !== current.coins || months !== current.months) {
          const number = model.length + 1
          const { month, dueDate } = current
          const known = { number, replaces: current.number, issuedOn: now(), month, dueDate }
          model.push({ ...known, months, coins })
        }
      }
      const before = book
      book = reprice(book, terms(), now())
      if (book !== before) count("bill replaced")
    } else if (act === 10 && random.below(4) === 0) {
      count("lapse or revival")
      isBilled = !isBilled
    }
  }

  for (const { fact } of under) {
    arrived.push(fact)
    book = post(book, fact)
  }
  checkPeriods(book, billedFrom, title)
  checkSums(book, sent, title)
  const coins = layCoins(model, sent)
  for (const { number } of book.bills) {
    const expected = coins.filter(({ bill }) => bill === number).length * coin
    assert.equal(settledOf(book, number), expected, `${title}: bill ${number}`)
  }
  assert.equal(settledOf(book, null), coins.filter(({ bill }) => bill === 0).length * coin, title)
  for (let n = 0; n < 2; n += 1) {
    assert.deepEqual(positions(replayed(book, sent, random)), positions(book), `${title}: replay`)
  }
}

/** No period is missing and none is billed twice. */
function checkPeriods(book: Book, billedFrom: string, title: string) {
  let from = billedFrom
  for (const bill of standingBills(book)) {
    assert.equal(bill.periodFrom, from, title)
    assert.equal(bill.dueDate, from, title)
    assert.ok(bill.periodTo !== null && bill.periodTo > bill.periodFrom, title)
    from = Temporal.PlainDate.from(bill.periodTo).add({ days: 1 }).toString()
  }
}

/** The sum of the bills is what settled them and what is owed; no cent of a payment is lost. */
function checkSums(book: Book, facts: readonly Fact[], title: string) {
  const standing = standingBills(book)
  const billed = standing.reduce((sum, bill) => sum + amountOf(bill), 0)
  const settled = standing.reduce((sum, { number }) => sum + settledOf(book, number), 0)
  const owed = openBills(book).reduce((sum, bill) => sum + bill.owed, 0)
  assert.equal(billed, settled + owed, title)
  for (const bill of book.bills) {
    const cents = settledOf(book, bill.number)
    assert.ok(cents >= 0 && cents <= amountOf(bill), title)
    if (stateOf(book, bill) === "replaced") assert.equal(cents, 0, title)
  }
  assert.ok(settledOf(book, null) >= 0, title)
  if (owed > 0) assert.equal(settledOf(book, null), 0, `${title}: money unapplied beside a debt`)
  for (const fact of facts) {
    if ("paymentId" in fact) continue
    const left = sumOf(book, ({ lot }) => lot === fact.id)
    const came = sumOf(book, ({ lot, cause }) => lot === fact.id && cause === fact.id)
    const isReturned = facts.some(({ kind, id }) => kind === "return" && id === fact.id)
    assert.ok(left >= 0 && left <= fact.amount, title)
    if (isReturned) assert.equal(left, 0, title)
    else assert.equal(came, fact.amount, title)
  }
}

function sumOf(book: Book, which: (entry: Book["entries"][number]) => boolean): number {
  return book.entries.filter(which).reduce((sum, { amount }) => sum + amount, 0)
}

/** A book with the same bills, in which reports arrive at any time, in any order, some repeated. */
function replayed(book: Book, facts: readonly Fact[], random: Random): Book {
  const copies = facts.flatMap((fact) => Array.from({ length: 1 + random.below(2) }, () => fact))
  const bills = [...book.bills]
  let after: Book = emptyBook
  while (copies.length + bills.length > 0) {
    const bill = random.below(copies.length + bills.length) < bills.length && bills.shift()
    if (bill) after = addBill(after, bill)
    else {
      const [fact] = copies.splice(random.below(copies.length), 1)
      if (fact) after = post(after, fact)
    }
  }
  return after
}

/** Cents by lot and bill. */
function positions({ entries }: Book): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { lot, billNumber, amount } of entries) {
    const key = `${lot} ${billNumber}`
    sums[key] = (sums[key] ?? 0) + amount
  }
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0)
      .sort(),
  )
}
