// Calculates what auto pay announces and charges, only from "Auto pay and payment frequency" and
// "After a failed charge of auto pay" in docs/payments.md. It uses nothing from the payments
// service.

import { daysAfter, monthsOf, type YearProduct } from "./year-calculation.model.ts"

/** Days between the email about a charge and the charge. */
const noticeDays = 10
/** Minimum charge in cents. A smaller sum is charged with the next bill. */
const leastCharge = 50

export interface YearNotice {
  kind: "notice" | "unchanged" | "agreement" | "retry"
  toldOn: string
  chargeOn: string
  /** The last of the due dates of the bills in the charge. */
  dueBy: string
  dueDates: string[]
  amount: number
  method: string
  /** `superseded`: replaced by a change of auto pay, so that its bills count as not announced. */
  state: "open" | "charged" | "over" | "superseded"
}

export interface YearCharge {
  notice: YearNotice
  amount: number
  /** Due date of the newest charged bill. */
  dueDate: string
}

/** The auto pay notices and charges of one product. */
export function createYearNotices(product: Pick<YearProduct, "open" | "nextBills" | "code">) {
  const notices: YearNotice[] = []
  /** Days on which payments failed, and days on which they were made. */
  const failed: { failedOn: string; paidOn: string }[] = []
  /** Due dates of the bills of each payment, by payment id. */
  const settled = new Map<string, readonly string[]>()
  let lastCharge: { amount: number; method: string } | undefined
  let agreed: { amount: number; method: string; chargeOn: string; dueBy: string } | undefined
  const isOpen = ({ state }: YearNotice) => state === "open"
  const owedBy = (day: string) => product.open().filter(({ dueDate }) => dueDate <= day)

  /** The first day on which auto pay may try these bills; undefined if it no longer does. */
  function firstTry(bills: readonly { dueDate: string }[], method: string): string | undefined {
    const bill = isBank(method) ? bills[0] : bills.at(-1)
    if (!bill) return undefined
    const failures = failed.filter(({ failedOn }) => failedOn >= bill.dueDate)
    const days = [0, 3, 7][failures.length]
    if (days === undefined) return undefined
    const planned = daysAfter(bill.dueDate, days)
    const last = failures.at(-1)
    const from = last ? later(planned, daysAfter(last.failedOn, 2)) : planned
    const [first] = failures
    if (first && isBank(method) && from > daysAfter(first.paidOn, 180)) return undefined
    return from
  }

  /** The bills in a charge on this day, and the notice that allows it. */
  function chargeOf(today: string, method: string): YearCharge | undefined {
    const allowed = notices.filter(
      (one) => isOpen(one) && one.chargeOn <= today && one.method === method,
    )
    const notice = allowed.reverse().toSorted((one, other) => compare(other.dueBy, one.dueBy))[0]
    if (!notice) return undefined
    const owed = owedBy(notice.dueBy < today ? notice.dueBy : today)
    const bills = owed.filter(({ dueDate }) => notice.dueDates.includes(dueDate))
    const amount = Math.min(sumOf(bills), notice.amount)
    const dueDate = bills.at(-1)?.dueDate
    const from = firstTry(owed, method)
    const isNow = from !== undefined && from <= today
    return dueDate && isNow && amount >= leastCharge ? { notice, amount, dueDate } : undefined
  }

  /** Cents that this notice will still charge. */
  function chargedUnder({ amount, dueBy, dueDates }: YearNotice): number {
    const bills = owedBy(dueBy).filter(({ dueDate }) => dueDates.includes(dueDate))
    const owed = sumOf(bills)
    return owed < leastCharge ? 0 : Math.min(amount, owed)
  }

  /**
   * A change of auto pay replaces all announcements, including earlier notices of the same bills.
   */
  function supersede() {
    const dueBy = notices.filter(isOpen).map((one) => one.dueBy)
    for (const notice of notices) {
      if (notice.state !== "charged" && dueBy.includes(notice.dueBy)) notice.state = "superseded"
    }
  }

  /** Whether amount, method and day match the agreement, or follow from the last charge. */
  function isLastRead(amount: number, method: string, dueBy: string, chargeOn: string): boolean {
    const read = agreed ?? lastCharge
    if (isBank(method) || read?.amount !== amount || read.method !== method) return false
    const newest = [...settled.values()].flat().sort().at(-1) ?? ""
    if (agreed && newest < agreed.dueBy) return chargeOn === agreed.chargeOn
    const isNextPeriod =
      newest !== "" && monthOf(dueBy) - monthOf(newest) === monthsOf[product.code()]
    return isNextPeriod && chargeOn === dueBy
  }

  return {
    all: () => notices,
    chargeOf,
    /**
     * Records the agreement to the first charge. The amounts are the ones after the change. If
     * today's run is over, the next one makes the charge.
     */
    agree(today: string, method: string, isAfterRun: boolean) {
      supersede()
      const bills = product.nextBills(today, leastCharge)
      const dueBy = bills.at(-1)?.dueDate
      if (dueBy === undefined) return
      const amount = sumOf(bills)
      // After a failed charge: the day of the next try, with the newest bill.
      const nextRun = daysAfter(today, isAfterRun ? 1 : 0)
      const chargeOn = later(later(dueBy, nextRun), firstTry(bills, "card") ?? today)
      const dueDates = bills.map(({ dueDate }) => dueDate)
      const told = { toldOn: today, chargeOn, dueBy, dueDates, amount, method }
      notices.push({ kind: "agreement", ...told, state: "open" })
      agreed = told
    },
    end: supersede,
    /** Announces, each morning, the bills due in ten days, each once. */
    announce(today: string, method: string) {
      const inTenDays = daysAfter(today, noticeDays)
      const bills = owedBy(inTenDays)
      const dueBy = bills.at(-1)?.dueDate
      if (dueBy === undefined) return
      // An email is sent even after an agreement to a later charge.
      const isTold = notices.some(
        (one) =>
          one.dueBy >= dueBy &&
          one.state !== "superseded" &&
          !(one.kind === "agreement" && isOpen(one) && one.chargeOn >= inTenDays),
      )
      if (isTold) return
      const before = notices.filter(
        (one) => isOpen(one) && one.dueBy < dueBy && chargedUnder(one) > 0,
      )
      const amount = sumOf(bills) - Math.max(0, ...before.map(chargedUnder))
      if (amount < leastCharge) return
      // At most one charge a day: earlier announced charges come first.
      const after = before.map((one) => daysAfter(later(one.chargeOn, today), 1))
      const silentOn = [dueBy, today, ...after].sort().at(-1) ?? dueBy
      const isSame = isLastRead(amount, method, dueBy, silentOn)
      const chargeOn = isSame ? silentOn : later(silentOn, inTenDays)
      const isAgreed = ({ kind, ...one }: YearNotice) =>
        kind === "agreement" && one.amount === amount && one.chargeOn === chargeOn
      if (isSame && notices.some((one) => isOpen(one) && one.method === method && isAgreed(one)))
        return
      const from = firstTry(bills, method)
      if (!isSame && (from === undefined || from > chargeOn)) return
      for (const one of notices) if (isOpen(one) && one.dueBy === dueBy) one.state = "over"
      const dueDates = bills.map(({ dueDate }) => dueDate)
      const told = { toldOn: today, chargeOn, dueBy, dueDates, amount, method }
      notices.push({ kind: isSame ? "unchanged" : "notice", ...told, state: "open" })
    },
    /** Ends the notices whose day has come and for which nothing is due. */
    endSettled(today: string) {
      if (owedBy(today).length > 0) return
      for (const one of notices) if (isOpen(one) && one.chargeOn <= today) one.state = "over"
    },
    charged({ notice, amount }: YearCharge, isAccepted: boolean) {
      notice.state = "charged"
      if (!isAccepted) return
      lastCharge = { amount, method: notice.method }
      agreed = undefined
    },
    /** Records a payment for the bills with these due dates. */
    settle(id: string, dueDates: readonly string[]) {
      settled.set(id, dueDates)
    },
    takeBack(id: string) {
      settled.delete(id)
    },
    /**
     * Records that a payment was taken back. With an auto pay method, the email about it announces
     * the next try, with everything due then.
     */
    fail(failedOn: string, paidOn: string, method: string | null) {
      failed.push({ failedOn, paidOn })
      const due = owedBy(failedOn)
      if (method === null || due.length === 0) return
      const from = firstTry(due, method)
      const planned = from && later(from, failedOn)
      const next = isBank(method)
        ? undefined
        : product.open().find(({ dueDate }) => dueDate > failedOn)?.dueDate
      const chargeOn = planned && next ? (next < planned ? next : planned) : (planned ?? next)
      if (chargeOn === undefined) return
      for (const one of notices) if (isOpen(one) && one.dueBy === chargeOn) one.state = "over"
      const bills = owedBy(chargeOn)
      const amount = sumOf(bills)
      const dueDates = bills.map(({ dueDate }) => dueDate)
      const told = { toldOn: failedOn, chargeOn, dueBy: chargeOn, dueDates, amount, method }
      notices.push({ kind: "retry", ...told, state: "open" })
    },
  }
}

/** Whether auto pay charges this method again after a failure with this reason. */
export function isTriedAgain(method: string, reason: string): boolean {
  if (reason === "insufficient_funds") return true
  return !isBank(method) && ["incorrect_cvc", "other"].includes(reason)
}

function isBank(method: string): boolean {
  return method.startsWith("bank")
}

function sumOf(bills: readonly { owed: number }[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}

function later(one: string, other: string): string {
  return one > other ? one : other
}

function monthOf(date: string): number {
  const [year, month] = date.split("-")
  return Number(year) * 12 + Number(month)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
