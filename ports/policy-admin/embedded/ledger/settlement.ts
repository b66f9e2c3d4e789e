import { amountOf } from "./balance.ts"
import type { Bill, Fact, Lot, Reversal } from "./types.ts"

/** The state of each lot by its id, in the order of the dates. */
export type BillSettlement = Map<string, LotState>

interface Event {
  on: string
  /** The order within one day. */
  rank: number
  /** The order of events with the same rank. */
  key: string
  apply(books: Running): void
}

interface Running {
  lots: BillSettlement
  /** Cents that are open, by the number of each bill that is not replaced. */
  open: Map<number, number>
  /** Cents that each refund took, without those that a credit replaced. */
  refunded: Map<string, number>
}

/**
 * Settles bills with money, in the order of the dates. The result depends only on the bills and
 * facts, not on the order in which they became known.
 *
 * - Money settles the oldest open bill first. The rest is unapplied until a bill is open.
 * - A reversal reopens exactly the bills that this money settled.
 * - A refund that a credit replaces moves nothing between bills.
 * - A failed refund gives the payment its money back, at the end of its day.
 * - A replaced bill returns its money, which settles the bills that are open then.
 * - A reversed credit or write-off reopens exactly the bills that it settled.
 * - On one day: reversals of earlier payments, bills, payments, credits and write-offs, reversals
 *   of that day's payments, refunds that a credit replaces (and the return of such a payment),
 *   reversals of credits and write-offs, failed refunds. Ids order only events of the same kind.
 */
export function settle(bills: readonly Bill[], facts: readonly Fact[]): BillSettlement {
  const running: Running = { lots: new Map(), open: new Map(), refunded: new Map() }
  const payments = new Map(facts.filter(isLot).map((lot) => [lot.id, lot]))
  const refunds = new Map(facts.filter(isRefund).map((refund) => [refund.id, refund]))
  /** The day on which a refund takes effect; undefined before its payment is known. */
  const dayOf = (refund: Reversal | undefined) => {
    const paid = refund && payments.get(refund.paymentId)
    return refund && paid && latest(refund.on, paid.on)
  }
  const events = [
    ...bills.map(billEvent),
    ...facts.flatMap((fact) => {
      if (isLot(fact)) return [lotEvent(fact)]
      const payment = payments.get(fact.paymentId)
      if (fact.kind === "correctionReversal") {
        const on = payment?.on ?? dayOf(refunds.get(fact.paymentId))
        return on === undefined ? [] : [undoEvent(fact, on)]
      }
      if (!payment) return []
      if (fact.kind !== "refundFailure") return [reversalEvent(fact, payment, facts)]
      const refundedOn = dayOf(refunds.get(fact.id))
      return refundedOn === undefined ? [] : [failureEvent(fact, refundedOn)]
    }),
  ]
  for (const { apply } of events.sort(byTime)) {
    apply(running)
    applyCredit(running)
  }
  return running.lots
}

export function isLot(fact: Fact): fact is Lot {
  return !("paymentId" in fact)
}

function isRefund(fact: Fact): fact is Reversal {
  return fact.kind === "refund"
}

function billEvent(bill: Bill): Event {
  return {
    on: bill.issuedOn,
    rank: 1,
    key: String(bill.number).padStart(9, "0"),
    apply({ lots, open }) {
      open.set(bill.number, amountOf(bill))
      if (bill.replaces === null) return
      open.delete(bill.replaces)
      for (const lot of lots.values()) {
        lot.unapplied += lot.applied.get(bill.replaces) ?? 0
        lot.applied.delete(bill.replaces)
      }
    },
  }
}

/** A payment keeps the bill that it settles when staff give a credit on the same day. */
const moneyOrder: readonly Lot["kind"][] = ["opening", "payment", "credit", "writeOff"]

function lotEvent({ id, kind, amount, on, billNumber, billNumbers = [] }: Lot): Event {
  return {
    on,
    rank: 2,
    key: `${moneyOrder.indexOf(kind)} ${id}`,
    apply({ lots, open }) {
      const lot = { unapplied: amount, applied: new Map() }
      lots.set(id, lot)
      if (billNumber !== undefined) move(lot, billNumber, open)
      for (const number of billNumbers) move(lot, number, open)
    },
  }
}

function reversalEvent(reversal: Reversal, payment: Lot, facts: readonly Fact[]): Event {
  const on = latest(reversal.on, payment.on)
  const credited = facts
    .filter(isRefund)
    .filter(({ paymentId, reopens }) => paymentId === payment.id && !reopens)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const isReturn = reversal.kind === "return"
  // A return takes the money that the refunds of its day have left.
  const isAfterCredit = isReturn && credited.some((one) => latest(one.on, payment.on) === on)
  const rank = reversal.on > payment.on ? 0 : 3
  return {
    on,
    rank: isAfterCredit || !reversal.reopens ? 4 : rank,
    key: `${reversal.kind} ${reversal.id}`,
    apply(running) {
      if (isReturn || !reversal.reopens) reverse(reversal, running)
      else reverseWithCredits(reversal, credited, running)
    },
  }
}

/** `postedOn`: the day of the credit or write-off, or of the refund that a credit replaced. */
function undoEvent(reversal: Reversal, postedOn: string): Event {
  return {
    on: latest(reversal.on, postedOn),
    rank: 5,
    key: reversal.id,
    apply: (running) => reverse(reversal, running),
  }
}

function failureEvent(failure: Reversal, refundedOn: string): Event {
  return {
    on: latest(failure.on, refundedOn),
    rank: 6,
    key: failure.id,
    apply: (running) => giveBack(failure, running),
  }
}

/** Takes unapplied money first, then the money on the newest bills. */
function reverse({ id, paymentId, kind, amount, reopens }: Reversal, running: Running) {
  const { lots, open, refunded } = running
  const lot = lots.get(paymentId)
  if (!lot) return
  const { unapplied, applied } = takeNewest(lot, kind === "refund" ? amount : totalOf(lot))
  if (reopens) for (const [bill, cents] of applied) add(open, bill, cents)
  else lots.set(id, { unapplied: 0, applied })
  const withoutCredit = reopens ? totalOf({ unapplied, applied }) : unapplied
  if (kind === "refund") refunded.set(id, withoutCredit)
  if (kind !== "correctionReversal") return
  // Reversing the credit of a refund leaves more of the refund without a credit.
  const before = refunded.get(paymentId)
  if (before !== undefined) refunded.set(paymentId, before + withoutCredit)
}

/**
 * Reopens the newest bills that the payment settled, also where the credits of earlier refunds
 * settle them now. These credits then settle bills in place of the remaining money.
 */
function reverseWithCredits(refund: Reversal, credited: readonly Reversal[], running: Running) {
  const lot = running.lots.get(refund.paymentId)
  if (!lot) return
  const amount = Math.min(refund.amount, totalOf(lot))
  const credits = credited.flatMap(({ id }) => running.lots.get(id) ?? [])
  const totals = credits.map(totalOf)
  for (const credit of credits) put(takeNewest(credit, totalOf(credit)), lot)
  reverse({ ...refund, amount }, running)
  for (const [index, credit] of credits.entries()) put(takeNewest(lot, totals[index] ?? 0), credit)
}

/** Returns the credit of a failed refund to the payment, on the bills that it settles. */
function giveBack({ id, paymentId }: Reversal, { lots, refunded }: Running) {
  const lot = lots.get(paymentId)
  if (!lot) return
  const credit = lots.get(id)
  lot.unapplied += (refunded.get(id) ?? 0) + (credit?.unapplied ?? 0)
  for (const [bill, cents] of credit?.applied ?? []) add(lot.applied, bill, cents)
  lots.delete(id)
}

function applyCredit({ lots, open }: Running) {
  const numbers = [...open.keys()].sort((one, other) => one - other)
  for (const lot of lots.values()) {
    if (lot.unapplied === 0) continue
    for (const number of numbers) move(lot, number, open)
  }
}

function latest(one: string, other: string): string {
  return one > other ? one : other
}

function byTime(one: Event, other: Event): number {
  if (one.on !== other.on) return one.on < other.on ? -1 : 1
  if (one.rank !== other.rank) return one.rank - other.rank
  return one.key < other.key ? -1 : 1
}

/** The cents of one lot. */
interface LotState {
  unapplied: number
  /** Cents by bill number. */
  applied: Map<number, number>
}

/** Cents. */
function totalOf({ unapplied, applied }: LotState): number {
  return [...applied.values()].reduce((sum, cents) => sum + cents, unapplied)
}

/** Takes at most this many cents from a lot: unapplied ones, then those on the newest bills. */
function takeNewest(lot: LotState, cents: number): LotState {
  const unapplied = Math.min(cents, lot.unapplied)
  lot.unapplied -= unapplied
  let left = cents - unapplied
  const applied = new Map<number, number>()
  for (const [bill, own] of [...lot.applied].sort(([one], [other]) => other - one)) {
    const taken = Math.min(left, own)
    left -= taken
    add(applied, bill, taken)
    add(lot.applied, bill, -taken)
  }
  return { unapplied, applied }
}

/** Adds these cents to the lot, on the same bills. */
function put({ unapplied, applied }: LotState, lot: LotState) {
  lot.unapplied += unapplied
  for (const [bill, cents] of applied) add(lot.applied, bill, cents)
}

/** Settles as much of the bill as the lot allows. */
function move(lot: LotState, number: number, open: Map<number, number>) {
  const cents = Math.min(lot.unapplied, open.get(number) ?? 0)
  lot.unapplied -= cents
  add(lot.applied, number, cents)
  add(open, number, -cents)
}

function add(amounts: Map<number, number>, number: number, cents: number) {
  const sum = (amounts.get(number) ?? 0) + cents
  if (sum === 0) amounts.delete(number)
  else amounts.set(number, sum)
}
