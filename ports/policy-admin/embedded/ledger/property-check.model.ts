import assert from "node:assert/strict"
import type { Random } from "#testing/random.ts"
import { amountOf, openBills, settledOf, standingBills, stateOf } from "./balance.ts"
import { addBill } from "./book.ts"
import { allocateCents, coin } from "./ledger.model.ts"
import { type Ledger, ledgerProperties } from "./ledger-properties-fixture.ts"
import { type History, liveHistory } from "./property-history.model.ts"
import { type Book, emptyBook, type Fact } from "./types.ts"

/**
 * Generates one history and checks every property. Errors: `AssertionError` that names the
 * property.
 */
export function holdsTheProperties(
  random: Random,
  on: Ledger,
  count: (what: string, by?: number) => void,
): void {
  const history = liveHistory(random, on, count)
  checkPeriods(history)
  checkSums(history)
  checkAllocatedCents(history)
  const { book, facts } = history
  for (let n = 0; n < 2; n += 1) {
    const again = replayed(book, facts, random, on)
    assert.deepEqual(positions(again), positions(book), ledgerProperties.replay)
  }
}

function checkPeriods({ book, model, gaps }: History) {
  const standing = standingBills(book)
  let from = ""
  for (const bill of standing) {
    // The periods between loaded bills are paid.
    const isLoaded = bill.issuedOn === "1970-01-01"
    const isAfterGap = from === "" || isLoaded || gaps.has(bill.periodFrom)
    assert.ok(
      isAfterGap ? bill.periodFrom >= from : bill.periodFrom === from,
      ledgerProperties.periods,
    )
    assert.equal(bill.dueDate, bill.periodFrom, ledgerProperties.periods)
    assert.ok(bill.periodTo !== null && bill.periodTo > bill.periodFrom, ledgerProperties.periods)
    from = Temporal.PlainDate.from(bill.periodTo).add({ days: 1 }).toString()
  }
  const known = model.filter(({ number }) => !model.some(({ replaces }) => replaces === number))
  assert.equal(standing.length, known.length, ledgerProperties.periods)
}

function checkSums({ book, facts }: History) {
  const standing = standingBills(book)
  const billed = standing.reduce((sum, bill) => sum + amountOf(bill), 0)
  const settled = standing.reduce((sum, { number }) => sum + settledOf(book, number), 0)
  const owed = openBills(book).reduce((sum, bill) => sum + bill.owed, 0)
  assert.equal(billed, settled + owed, ledgerProperties.sums)
  for (const bill of book.bills) {
    const cents = settledOf(book, bill.number)
    assert.ok(cents >= 0 && cents <= amountOf(bill), ledgerProperties.sums)
    if (stateOf(book, bill) === "replaced") assert.equal(cents, 0, ledgerProperties.sums)
  }
  assert.ok(settledOf(book, null) >= 0, ledgerProperties.sums)
  if (owed > 0) assert.equal(settledOf(book, null), 0, ledgerProperties.sums)
  const known = new Set(facts.map(({ id }) => id))
  for (const { lot } of book.entries) assert.ok(known.has(lot), ledgerProperties.sums)
  for (const fact of facts) {
    if ("paymentId" in fact) continue
    const left = sumOf(book, ({ lot }) => lot === fact.id)
    const came = sumOf(book, ({ lot, cause }) => lot === fact.id && cause === fact.id)
    const isReturned = facts.some(({ kind, id }) => kind === "return" && id === fact.id)
    const isReversed = facts.some(
      (one) => one.kind === "correctionReversal" && one.paymentId === fact.id,
    )
    // A refund that fails after the return gives the payment its money back.
    const hasFailedRefund = facts.some(
      (one) => one.kind === "refundFailure" && one.paymentId === fact.id,
    )
    assert.ok(left >= 0 && left <= fact.amount, ledgerProperties.sums)
    if ((isReturned && !hasFailedRefund) || isReversed) assert.equal(left, 0, ledgerProperties.sums)
    if (!isReturned) assert.equal(came, fact.amount, ledgerProperties.sums)
  }
}

/** Checks that each bill is settled by the amount of the independent calculation. */
function checkAllocatedCents({ book, model, facts }: History) {
  const coins = allocateCents(model, facts)
  for (const { number } of book.bills) {
    const expected = coins.filter(({ bill }) => bill === number).length * coin
    assert.equal(settledOf(book, number), expected, ledgerProperties.owed)
  }
  const free = coins.filter(({ bill }) => bill === 0).length * coin
  assert.equal(settledOf(book, null), free, ledgerProperties.owed)
}

function sumOf(book: Book, which: (entry: Book["entries"][number]) => boolean): number {
  return book.entries.filter(which).reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * A book with the same bills, in which reports arrive at any time, in any order, and sometimes
 * repeated.
 */
function replayed(book: Book, facts: readonly Fact[], random: Random, on: Ledger): Book {
  const copies = facts.flatMap((fact) => Array.from({ length: 1 + random.below(2) }, () => fact))
  const bills = [...book.bills]
  let after: Book = emptyBook
  while (copies.length + bills.length > 0) {
    const bill = random.below(copies.length + bills.length) < bills.length && bills.shift()
    if (bill) after = addBill(after, bill)
    else {
      const [fact] = copies.splice(random.below(copies.length), 1)
      if (fact) after = on.post(after, fact)
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
