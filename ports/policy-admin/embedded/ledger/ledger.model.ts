import type { Fact } from "./types.ts"

/**
 * Cents in one coin. All amounts of the model are multiples of it, because the model counts money
 * in coins.
 */
export const coin = 500

/** A period that the model bills. */
export interface ModelBill {
  number: number
  replaces: number | null
  issuedOn: string
  /** Months since January of year 0. */
  month: number
  months: number
  dueDate: string
  /** Coins of the period's price. */
  price: number
  /** Coins needed to settle the bill: its price, less a loaded bill's adjustment and credit. */
  coins: number
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The date on this day of this month since year 0, or on the month's last day if it is shorter. */
export function dateIn(month: number, day: number): string {
  const year = Math.floor(month / 12)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = month % 12 === 1 && isLeap ? 29 : (monthLengths[month % 12] ?? 0)
  const two = (number: number) => String(number).padStart(2, "0")
  return `${year}-${two((month % 12) + 1)}-${two(Math.min(day, length))}`
}

interface Coin {
  owner: string
  /** The number of the bill that the coin settles; 0 for none, -1 if the coin was taken back. */
  bill: number
  /** The refund that took the coin back. */
  takenBy?: string
}

/**
 * An independent calculation of which money settles which bill: each day, it lays coins on bills
 * one by one. It uses no part of the ledger.
 */
export function allocateCents(bills: readonly ModelBill[], facts: readonly Fact[]): Coin[] {
  const coins: Coin[] = []
  const standing: ModelBill[] = []
  const paidOn = new Map<string, string>()
  for (const fact of facts) if (!("paymentId" in fact)) paidOn.set(fact.id, fact.on)
  const refunds = new Map(facts.filter(({ kind }) => kind === "refund").map((one) => [one.id, one]))
  const days = new Set([...bills.map(({ issuedOn }) => issuedOn)])
  for (const fact of facts) days.add(dayOf(fact))
  const byId = (one: Fact, other: Fact) => (one.id < other.id ? -1 : 1)
  for (const day of [...days].sort()) {
    const today = facts.filter((fact) => dayOf(fact) === day).sort(byId)
    const reversals = today.filter((fact) => "paymentId" in fact && paidOn.has(fact.paymentId))
    const isOfToday = (fact: Fact) => "paymentId" in fact && paidOn.get(fact.paymentId) === day
    const stayPaid = reversals.filter((fact) => fact.kind === "refund" && !fact.reopens)
    // Whether the fact comes last on its day: refunds with a credit, and the returns of such
    // payments.
    const isLast = (fact: Fact) =>
      "paymentId" in fact &&
      (stayPaid.includes(fact) ||
        (fact.kind === "return" &&
          stayPaid.some((one) => "paymentId" in one && one.paymentId === fact.paymentId)))
    const takeBackMoney = (which: (fact: Fact) => boolean) => {
      for (const kind of ["refund", "return"]) {
        for (const fact of reversals) if (fact.kind === kind && which(fact)) takeBack(fact)
      }
    }
    takeBackMoney((fact) => !isOfToday(fact) && !isLast(fact))
    for (const bill of bills.filter(({ issuedOn }) => issuedOn === day)) {
      const replaced = standing.findIndex(({ number }) => number === bill.replaces)
      if (replaced !== -1) standing.splice(replaced, 1)
      for (const one of coins) if (one.bill === bill.replaces) one.bill = 0
      standing.push(bill)
      layOpen()
    }
    for (const fact of today) {
      if ("paymentId" in fact) continue
      const own = Array.from({ length: fact.amount / coin }, () => ({ owner: fact.id, bill: 0 }))
      coins.push(...own)
      // A write-off names its bill, and a charge of auto pay names its bills.
      layOn(fact.billNumber, own)
      for (const number of fact.billNumbers ?? []) layOn(number, own)
      layOpen()
    }
    takeBackMoney((fact) => isOfToday(fact) && !isLast(fact))
    takeBackMoney(isLast)
    for (const fact of today) if (fact.kind === "correctionReversal") takeBack(fact)
    for (const fact of today) if (fact.kind === "refundFailure") giveBack(fact.id)
  }
  return coins

  function dayOf(fact: Fact): string {
    if (!("paymentId" in fact)) return fact.on
    const refund = refunds.get(fact.paymentId)
    const paid = refund ? dayOf(refund) : (paidOn.get(fact.paymentId) ?? fact.on)
    return paid > fact.on ? paid : fact.on
  }

  function layOpen() {
    const free = coins.filter(({ bill }) => bill === 0)
    for (const { number } of standing) layOn(number, free)
  }

  /** Lays coins on the bill until it is settled or none are left. */
  function layOn(number: number | undefined, free: Coin[]) {
    const bill = standing.find((one) => one.number === number)
    if (!bill || free.length === 0) return
    const missing = bill.coins - coins.filter((one) => one.bill === number).length
    for (const one of free.splice(0, Math.max(0, missing))) one.bill = bill.number
  }

  function takeBack(fact: Fact) {
    if (!("paymentId" in fact)) return
    const own = newestOf([fact.paymentId])
    const count = fact.kind === "refund" ? fact.amount / coin : own.length
    if (fact.kind === "refund" && fact.reopens) swapCredits(fact.paymentId, count)
    for (const one of newestOf([fact.paymentId]).slice(0, count)) {
      if (!fact.reopens && one.bill > 0) coins.push({ owner: fact.id, bill: one.bill })
      one.bill = -1
      one.takenBy = fact.id
    }
    layOpen()
  }

  /** Restores the coins that a refund took, on the bills that its credit settles. */
  function giveBack(refund: string) {
    const credits = coins.filter(({ owner, bill }) => owner === refund && bill >= 0)
    for (const one of coins.filter(({ takenBy }) => takenBy === refund)) {
      const credit = credits.shift()
      one.bill = credit?.bill ?? 0
      one.takenBy = ""
      if (credit) credit.bill = -1
    }
    layOpen()
  }

  /** Moves coins of a payment to the newest bills, in place of the credits of its refunds. */
  function swapCredits(payment: string, count: number) {
    const credits = [...refunds.values()].flatMap((one) =>
      "paymentId" in one && one.paymentId === payment && !one.reopens ? [one.id] : [],
    )
    const all = newestOf([payment, ...credits])
    const places = all.map(({ bill }) => bill)
    const isCredit = ({ owner }: Coin) => owner !== payment
    const own = all.filter((one) => !isCredit(one))
    const taken = own.splice(0, count)
    const inOrder = all.filter(isCredit).sort((one, other) => (one.owner < other.owner ? -1 : 1))
    for (const [index, one] of [...taken, ...inOrder, ...own].entries())
      one.bill = places[index] ?? 0
  }

  /** The coins of these owners: unapplied ones first, then those on the newest bills. */
  function newestOf(owners: readonly string[]): Coin[] {
    return coins
      .filter(({ owner, bill }) => owners.includes(owner) && bill >= 0)
      .sort((one, other) => newness(other) - newness(one))
  }

  function newness({ bill }: Coin): number {
    return bill === 0 ? Number.POSITIVE_INFINITY : bill
  }
}
