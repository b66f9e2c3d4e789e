import type { LedgerEntry, OpenBill } from "#ports/policy-admin/port.ts"

/** The part of a payment that is for one bill. */
export interface PaidBill {
  number: number
  /** Null if the account system applied the money to a bill that was not open when we read it. */
  periodFrom: string | null
  dueDate: string | null
  /** Cents. */
  amount: number
  /**
   * Cents of the whole bill when it was paid: the open amount, and what our earlier payments pay of
   * it. Absent in payments of earlier versions.
   */
  whole?: number | undefined
}

/** An accepted payment. */
export interface AcceptedPayment {
  id: string
  confirmationNumber: string
  amount: number
  acceptedAt: Date
  /** Cents, less refunds and returns. */
  left: number
  /**
   * Whether it is not posted yet, or was posted recently and no read of the account system shows it
   * yet.
   */
  isRecording: boolean
  /** The bills that it pays, oldest first. */
  pays: readonly PaidBill[]
}

/** The part of a bill, in cents, that a payment has paid and the account system does not count. */
export interface PaidPart {
  payment: AcceptedPayment
  amount: number
}

export interface PayableBill {
  bill: OpenBill
  /** The open cents, plus what our payments pay of the bill. */
  whole: number
  /** Cents that can be paid, at most `bill.owed`. */
  payable: number
  /** The payments that make it less than `bill.owed`; otherwise empty. */
  paidBy: readonly PaidPart[]
}

/**
 * The amount that can be paid of each open bill of a product: the smaller of what the account
 * system shows as open and what our payments leave of the bill. An account system that loses a
 * posting opens the bill again, and the money must not be taken twice.
 *
 * A payment counts where the account system shows it (`entries`). The part that it does not show
 * counts for the bills for which the payment was made, by their period or due date: after a load,
 * bills have other numbers. Any surplus counts for the oldest other open bills, as the account
 * system would apply it. Money for a bill that was otherwise paid counts for no other bill.
 *
 * A load starts a new book: the account system shows none of the earlier payments, and numbers its
 * bills from the start. A payment certainly belongs to the present book if one before it is shown.
 *
 * A loaded bill counts the payments that were posted before the load's as-of time
 * (`countedPayments`): its open amount excludes them, even if the bill was raised. But if that
 * amount exceeds the open amount that we know of by one of these payments, the load may have missed
 * the payment, and only the known open amount can be paid.
 *
 * `bills` and `accepted` are ordered from oldest to newest.
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
  /** Two bills can share a due date; then the number decides. */
  const stateOf = (part: PaidBill): State | undefined => {
    const same = states.filter(({ bill }) => isBillOf(part, bill))
    return same.find(({ bill }) => bill.number === part.number) ?? same[0]
  }
  /** Cents of this bill that are paid by our payments for other bills, or by these `lots`. */
  const displaced = (number: number, lots: ReadonlySet<string>): number => {
    const ours = payments.map(({ id, pays }) => {
      const planned = pays.find((one) => one.number === number)?.amount ?? 0
      return Math.max(0, (shown.get(id)?.get(number) ?? 0) - planned)
    })
    return sumOf(ours) + settledBy(lots, shown, number)
  }
  /**
   * Whether another bill has the number of this part, which then belongs to a book before a load.
   */
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
    // Money without a bill, such as after a return was posted again, still pays its own bills.
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
 * The payments that a loaded bill should count and may have missed, and the cents by which the load
 * exceeds the known open amount: at least the amount of one of them.
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
 * Cents of a payment that were taken back after a load that counts it: a bill that the account
 * system itself issued for the payment shows it, and owes them. What such a bill of another payment
 * shows of it is not counted: money of a refund before the load, which came and went there.
 */
function takenBackSince(entries: readonly LedgerEntry[], { id }: AcceptedPayment): number {
  const isForIt = (number: number | null) =>
    isOfLoad(number) &&
    entries.find((one) => one.billNumber === number && one.kind === "payment")?.lot === id
  const taken = entries.filter(
    ({ kind, lot, billNumber }) =>
      lot === id && (kind === "refund" || kind === "return") && isForIt(billNumber),
  )
  return -sumOf(taken.map(({ amount }) => amount))
}

/** A load uses non-positive numbers for bills that it adds for the payments that it counts. */
function isOfLoad(billNumber: number | null): boolean {
  return billNumber !== null && billNumber <= 0
}

/**
 * The bills that a payment of `amount` cents pays, in the order of these bills, and the bills among
 * them for which our payments leave less than that.
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
 * The bills that a payment of `amount` cents pays, if it is for what our earlier payments leave of
 * these bills. If they leave less, `paidBefore` lists the bills that they have paid.
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
 * The bills that a payment paid only in part, oldest first, with the cents that all our payments
 * left of each. Empty for payments of earlier versions.
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
 * The open bills that these payments paid before the account system reversed them (`kept`): their
 * money is with us, so auto pay leaves these bills out. The bills that the account system opened
 * again decide or, if it does not show them, the bills for which the payments were made.
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
 * The payments whose money the account system shows on other bills than we have stored, with these
 * bills. Excludes money shown on the bill of a payment that the account system does not show.
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
  return payments.filter(isShown).flatMap((payment) => {
    const { id, pays } = payment
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
    const left = leftParts(payment).filter(({ amount }) => amount > 0)
    const isKnown = isRenumbered
      ? left.length === now.length && now.every(({ amount }, at) => left[at]?.amount === amount)
      : pays.length === now.length &&
        now.every(({ number, amount }) =>
          pays.some((one) => one.number === number && one.amount === amount),
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

/** Cents by lot and bill; null stands for money without a bill. */
type ShownMoney = ReadonlyMap<string, ReadonlyMap<number | null, number>>

function shownMoney(entries: readonly LedgerEntry[]): ShownMoney {
  const lots = new Map<string, Map<number | null, number>>()
  for (const { lot, billNumber, amount } of entries) {
    const bills = lots.get(lot) ?? new Map<number | null, number>()
    lots.set(lot, bills.set(billNumber, (bills.get(billNumber) ?? 0) + amount))
  }
  return lots
}

/** Credits and write-offs, by lot. */
function correctionsOf(entries: readonly LedgerEntry[]): ReadonlySet<string> {
  const lowered = entries.filter(({ kind }) => kind === "credit" || kind === "writeOff")
  return new Set(lowered.map(({ lot }) => lot))
}

function settledBy(lots: ReadonlySet<string>, shown: ShownMoney, number: number): number {
  return sumOf([...lots].map((lot) => shown.get(lot)?.get(number) ?? 0))
}

/** The bills of a payment less refunds: a refund opens the newest bills first. */
function leftParts({ left, pays }: AcceptedPayment): PaidBill[] {
  let rest = left
  // After a load, the account system may show the newer bills first.
  return pays.toSorted(byAge).map((part) => {
    const amount = Math.min(rest, part.amount)
    rest -= amount
    return { ...part, amount }
  })
}

/**
 * Whether the part is for this bill. A bill that is replaced or loaded again gets another number.
 */
function isBillOf({ number, periodFrom, dueDate }: PaidBill, bill: OpenBill): boolean {
  if (dueDate === null && periodFrom === null) return number === bill.number
  return dueDate === bill.dueDate || periodFrom === bill.periodFrom
}

/** Sorts older bills first, and unknown ones last. */
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
