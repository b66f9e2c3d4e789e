import type { LedgerEntry, OpenBill } from "#ports/policy-admin/port.ts"

/** The part of a payment that is for one bill. */
export interface PaidBill {
  number: number
  /** Null when the account system applied the money to a bill that was not open when we read it. */
  periodFrom: string | null
  dueDate: string | null
  /** Cents. */
  amount: number
  /**
   * Cents of the whole bill when it was paid: what was open, and what our earlier payments pay of it.
   * Absent in payments of earlier versions.
   */
  whole?: number | undefined
}

/** An accepted payment. */
export interface AcceptedPayment {
  id: string
  confirmationNumber: string
  amount: number
  acceptedAt: Date
  /** Cents, without what was refunded or returned. */
  left: number
  /** Whether it is not posted yet, or was posted lately and no read of the account system shows it yet. */
  isRecording: boolean
  /** The bills that it pays, oldest first. */
  pays: readonly PaidBill[]
}

/** The part of a bill that a payment has paid and the account system does not count. Cents. */
export interface PaidPart {
  payment: AcceptedPayment
  amount: number
}

export interface PayableBill {
  bill: OpenBill
  /** Cents that are open, and that our payments pay of it. */
  whole: number
  /** Cents that can be paid: at most `bill.owed`. */
  payable: number
  /** The payments because of which it is less than `bill.owed`; otherwise empty. */
  paidBy: readonly PaidPart[]
}

/**
 * What can be paid of each open bill of a product: the smaller of what the account system calls
 * open and what our payments leave of the bill. An account system that forgets a posting calls the
 * bill open again, and the money must not be taken twice.
 *
 * A payment counts where the account system shows it (`entries`). What it does not show counts for
 * the bills that the payment was made for, by their period or due date: after a load, bills have
 * other numbers. What these bills do not need counts for the oldest other open ones, as the account
 * system would apply it. Money for a bill that is settled otherwise counts for no other bill.
 *
 * A load starts a new book: the account system shows none of the earlier payments, and numbers its
 * bills from the start. A payment is of the present book for certain if one before it is shown.
 *
 * A bill of a load counts the payments that were posted before the load's as-of time
 * (`countedPayments`): what it calls open is left after them, also when the bill was raised. But if it
 * is more than we know to be open by one of these payments, the load may have forgotten this payment,
 * and only what we know to be open can be paid.
 *
 * `bills` and `accepted` are in the order of their age.
 */
export function payableBills(
  bills: readonly OpenBill[],
  entries: readonly LedgerEntry[],
  accepted: readonly AcceptedPayment[],
): PayableBill[] {
  const shown = shownMoney(entries)
  const payments = accepted.filter(({ left }) => left > 0)
  const corrections = correctionsOf(entries)
  const counted = new Set([...corrections, ...payments.map(({ id }) => id)])
  const countedByLoad = new Set(bills.flatMap((bill) => bill.countedPayments ?? []))
  const states = bills.map((bill) => {
    const { excess, paidBy } = forgottenBy(bill, entries, accepted)
    const room = totalOf(bill) - excess - settledBy(counted, shown, bill.number)
    return { bill, room, paidBy, ours: 0 }
  })
  type State = (typeof states)[number]
  const take = (state: State, payment: AcceptedPayment, wanted: number): number => {
    const amount = Math.min(wanted, Math.max(0, state.room))
    if (amount > 0) state.paidBy.push({ payment, amount })
    state.room -= amount
    return wanted - amount
  }
  /** Two bills can have one due date; then the number decides. */
  const stateOf = (part: PaidBill): State | undefined => {
    const same = states.filter(({ bill }) => isBillOf(part, bill))
    return same.find(({ bill }) => bill.number === part.number) ?? same[0]
  }
  /** Cents of this bill that are settled by our payments for other bills, or by these `lots`. */
  const displaced = (number: number, lots: ReadonlySet<string>): number => {
    const ours = payments.map(({ id, pays }) => {
      const planned = pays.find((one) => one.number === number)?.amount ?? 0
      return Math.max(0, (shown.get(id)?.get(number) ?? 0) - planned)
    })
    return sumOf(ours) + settledBy(lots, shown, number)
  }
  /** Whether another bill has the number of this part: it is of a book before a load. */
  const isRenumbered = (part: PaidBill) =>
    bills.some((bill) => bill.number === part.number && !isBillOf(part, bill))
  for (const part of payments.flatMap(leftParts)) {
    const state = stateOf(part)
    if (state) state.ours += part.amount
  }
  const surplus: { payment: AcceptedPayment; amount: number }[] = []
  for (const [index, payment] of payments.entries()) {
    if (countedByLoad.has(payment.id)) continue
    const isSameBook = payments.slice(0, index).some(({ id }) => shown.has(id))
    const own = shown.get(payment.id) ?? new Map<number | null, number>()
    // Money that settles no bill, such as after a return was posted again, still pays its own bills.
    let missing = payment.left - (sumOf(own.values()) - (own.get(null) ?? 0))
    const parts = leftParts(payment)
    const unassigned = payment.left - sumOf(parts.map(({ amount }) => amount))
    const isOtherBook = parts.some(isRenumbered)
    let over = 0
    for (const part of parts) {
      if (missing <= 0) break
      const state = stateOf(part)
      const there = own.get(state?.bill.number ?? part.number) ?? 0
      const hidden = Math.min(missing, Math.max(0, part.amount - there))
      missing -= hidden
      if (state) over += take(state, payment, hidden)
      else if (!isOtherBook) {
        over += Math.min(hidden, displaced(part.number, isSameBook ? corrections : none))
      }
    }
    const amount = over + (isSameBook ? Math.max(0, Math.min(missing, unassigned)) : 0)
    if (amount > 0) surplus.push({ payment, amount })
  }
  for (const { payment, amount } of surplus) {
    let rest = amount
    for (const state of states) rest = take(state, payment, rest)
  }
  return states.map(({ bill, room, paidBy, ours }) => {
    const payable = Math.max(0, Math.min(bill.owed, room))
    return { bill, whole: bill.owed + ours, payable, paidBy: payable < bill.owed ? paidBy : [] }
  })
}

/**
 * The payments that a loaded bill should count and may have forgotten, and the cents by which the load
 * states more than we know to be open: at least the amount of one of them.
 */
function forgottenBy(
  bill: OpenBill,
  entries: readonly LedgerEntry[],
  payments: readonly AcceptedPayment[],
): { excess: number; paidBy: PaidPart[] } {
  if (!bill.countedPayments) return { excess: 0, paidBy: [] }
  const ours = payments.flatMap((payment) => {
    const left = payment.left + takenBackSince(entries, payment)
    return leftParts({ ...payment, left }).flatMap((part) =>
      isBillOf(part, bill) ? [{ payment, ...part }] : [],
    )
  })
  const counted = ours.filter(({ payment }) => bill.countedPayments?.includes(payment.id))
  const whole = ours.findLast((part) => part.whole !== undefined)?.whole ?? 0
  const open = Math.max(0, whole - sumOf(counted.map(({ amount }) => amount)))
  const excess = totalOf(bill) - open
  const lost = counted.filter(({ amount }) => amount > 0 && amount <= excess)
  let rest = excess
  const paidBy = lost.toReversed().flatMap(({ payment, amount }) => {
    const part = Math.min(rest, amount)
    rest -= part
    return part > 0 ? [{ payment, amount: part }] : []
  })
  return { excess: lost.length > 0 ? excess : 0, paidBy: paidBy.toReversed() }
}

/**
 * Cents that were taken back of a payment after a load that counts it: a bill of the account system's own
 * shows the payment, and owes them.
 */
function takenBackSince(entries: readonly LedgerEntry[], { id }: AcceptedPayment): number {
  const taken = entries.filter(
    ({ kind, lot, billNumber }) =>
      lot === id && isOfLoad(billNumber) && (kind === "refund" || kind === "return"),
  )
  return -sumOf(taken.map(({ amount }) => amount))
}

/** A number that is not positive is of a bill that a load made for a payment that it counts. */
function isOfLoad(billNumber: number | null): boolean {
  return billNumber !== null && billNumber <= 0
}

/**
 * The bills that a payment of `amount` cents pays, in the order of these bills, and those of them of
 * which our payments do not leave that much.
 */
export function paidBills(
  bills: readonly PayableBill[],
  amount: number,
): { pays: PaidBill[]; paidBefore: PayableBill[] } {
  const pays: PaidBill[] = []
  const paidBefore: PayableBill[] = []
  let rest = amount
  for (const one of bills) {
    const { number, periodFrom, dueDate, owed } = one.bill
    const part = Math.min(rest, owed)
    if (part <= 0) break
    rest -= part
    pays.push({ number, periodFrom, dueDate, amount: part, whole: one.whole })
    if (part > one.payable) paidBefore.push(one)
  }
  return { pays, paidBefore }
}

/**
 * The bills that a payment of `amount` cents pays, if it is for what our earlier payments leave of these
 * bills. If they leave less, `paidBefore` has those that they have paid.
 */
export function unpaidBills(
  bills: readonly PayableBill[],
  amount: number,
): { pays: PaidBill[]; paidBefore: PayableBill[] } {
  const unpaid = bills.map((one) => ({ ...one, bill: { ...one.bill, owed: one.payable } }))
  const { pays } = paidBills(
    unpaid.filter(({ payable }) => payable > 0),
    amount,
  )
  const isCovered = sumOf(pays.map((part) => part.amount)) === amount
  return { pays, paidBefore: isCovered ? [] : bills.filter(isPaidBefore) }
}

/**
 * The bills that a payment paid only in part, oldest first, with the cents that all our payments left of
 * each. Empty for payments of earlier versions.
 */
export function leftBy(
  { pays }: Pick<AcceptedPayment, "pays">,
  accepted: readonly AcceptedPayment[],
): { dueDate: string; rest: number }[] {
  const parts = accepted.flatMap(leftParts)
  return pays.flatMap(({ dueDate, whole }) => {
    if (dueDate === null || whole === undefined) return []
    const paid = parts.filter((part) => part.dueDate === dueDate).map(({ amount }) => amount)
    const rest = whole - sumOf(paid)
    return rest > 0 ? [{ dueDate, rest }] : []
  })
}

/**
 * The open bills that these payments paid before the account system took them back (`kept`): their money is
 * with us, so auto pay leaves these bills out. What the account system opened again decides, and if it does
 * not show that, what the payments were made for.
 */
export function heldBills(
  bills: readonly OpenBill[],
  entries: readonly LedgerEntry[],
  kept: readonly AcceptedPayment[],
): OpenBill[] {
  const held = kept.flatMap((payment) => {
    const opened = entries.filter(({ kind, lot }) => kind === "return" && lot === payment.id)
    const shown = bills.filter(({ number }) => opened.some((one) => one.billNumber === number))
    if (shown.length > 0) return shown
    return leftParts(payment).flatMap((part) => {
      const same = part.amount > 0 ? bills.filter((bill) => isBillOf(part, bill)) : []
      return same.find(({ number }) => number === part.number) ?? same.slice(0, 1)
    })
  })
  return bills.filter((bill) => held.includes(bill))
}

/** Whether our earlier payments have paid the bill, wholly or in part. */
export function isPaidBefore({ bill, payable }: PayableBill): boolean {
  return payable < bill.owed
}

/** Whether the account system had time to count all the payments that have paid this bill. */
export function isForgotten({ paidBy }: PayableBill): boolean {
  return !paidBy.some(({ payment }) => payment.isRecording)
}

/**
 * The payments whose money the account system shows on other bills than we have, with these bills.
 * Left out: money that the account system shows on the bill of a payment that it does not show.
 */
export function movedPayments(
  bills: readonly OpenBill[],
  entries: readonly LedgerEntry[],
  accepted: readonly AcceptedPayment[],
): { id: string; pays: PaidBill[] }[] {
  const shown = shownMoney(entries)
  const payments = accepted.filter(({ left }) => left > 0)
  const isShown = ({ id, left }: AcceptedPayment) =>
    sumOf([...(shown.get(id) ?? [])].map(([number, amount]) => (isOfLoad(number) ? 0 : amount))) ===
    left
  const hidden = payments.filter((payment) => !isShown(payment)).flatMap(({ pays }) => pays)
  return payments.filter(isShown).flatMap(({ id, pays }) => {
    const now = [...(shown.get(id) ?? [])].flatMap(([number, amount]) => {
      if (number === null || amount <= 0) return []
      const isSame = (one: { number: number }) => one.number === number
      const open = bills.find(isSame)
      const known = pays.find((one) => (open ? isBillOf(one, open) : isSame(one)))
      const { periodFrom = null, dueDate = null } = open ?? known ?? {}
      return [{ number, periodFrom, dueDate, amount, whole: known?.whole }]
    })
    // After a load, the same bills have other numbers.
    const isRenumbered = !bills.some((bill) => pays.some((part) => isBillOf(part, bill)))
    const isKnown =
      pays.length === now.length &&
      now.every(({ number, amount }, at) =>
        isRenumbered
          ? pays[at]?.amount === amount
          : pays.some((one) => one.number === number && one.amount === amount),
      )
    const isDisplaced = now.some(
      ({ number }) =>
        hidden.some((one) => one.number === number) && !pays.some((one) => one.number === number),
    )
    return isKnown || isDisplaced ? [] : [{ id, pays: now }]
  })
}

/** Cents of the whole bill. */
function totalOf({ premium, fee, adjustment, credit }: OpenBill): number {
  return premium + fee + adjustment - credit
}

/** Cents by lot and bill; null: money that settles no bill. */
type ShownMoney = ReadonlyMap<string, ReadonlyMap<number | null, number>>

function shownMoney(entries: readonly LedgerEntry[]): ShownMoney {
  const lots = new Map<string, Map<number | null, number>>()
  for (const { lot, billNumber, amount } of entries) {
    const bills = lots.get(lot) ?? new Map<number | null, number>()
    lots.set(lot, bills.set(billNumber, (bills.get(billNumber) ?? 0) + amount))
  }
  return lots
}

/** The credits and write-offs, by their lots. */
function correctionsOf(entries: readonly LedgerEntry[]): ReadonlySet<string> {
  const lowered = entries.filter(({ kind }) => kind === "credit" || kind === "writeOff")
  return new Set(lowered.map(({ lot }) => lot))
}

function settledBy(lots: ReadonlySet<string>, shown: ShownMoney, number: number): number {
  return sumOf([...lots].map((lot) => shown.get(lot)?.get(number) ?? 0))
}

/** The bills of a payment without what was refunded: a refund opens the newest bills first. */
function leftParts({ left, pays }: AcceptedPayment): PaidBill[] {
  let rest = left
  // After a load, the account system may show the newer bills first.
  return pays.toSorted(byAge).map((part) => {
    const amount = Math.min(rest, part.amount)
    rest -= amount
    return { ...part, amount }
  })
}

/** A bill that is replaced or loaded again has another number. */
function isBillOf({ number, periodFrom, dueDate }: PaidBill, bill: OpenBill): boolean {
  if (dueDate === null && periodFrom === null) return number === bill.number
  return dueDate === bill.dueDate || periodFrom === bill.periodFrom
}

/** Older bills come first, and those that are not known last. */
function byAge(one: PaidBill, other: PaidBill): number {
  const dayOf = ({ dueDate, periodFrom }: PaidBill) => dueDate ?? periodFrom ?? "9999-12-31"
  return dayOf(one).localeCompare(dayOf(other))
}

const none: ReadonlySet<string> = new Set()

function sumOf(amounts: Iterable<number>): number {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}
