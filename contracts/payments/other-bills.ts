import { type DayText, fullDay } from "../dates.ts"
import { dollarsOf } from "../money.ts"

/** A bill that stays open in addition to the next charge or the next bill. */
export interface OtherBill {
  /** MM/DD/YYYY */
  dueDate: string
  /** Cents. */
  amount: number
  /** Whether auto pay charges it when it is due. If not, the person pays it. */
  isCharged: boolean
}

/**
 * The bills in words for the given reader, "you" or "I"; "" if there are none. `dayText` formats the
 * due dates.
 */
export function otherBillsText(
  bills: readonly OtherBill[],
  reader: "you" | "I",
  dayText: DayText,
): string {
  const self = reader === "I" ? "I pay it myself" : "please pay it yourself"
  return bills
    .map(({ amount, dueDate, isCharged }) => {
      const payer = isCharged ? "Auto Pay charges it when it is due" : self
      return `${dollarsOf(amount)}, due on ${dayText(dueDate)} (${payer})`
    })
    .join("; ")
}

/**
 * A paragraph at the end of an authorization, in HTML; "" without other bills. Authorizations have
 * dates in figures.
 */
export function otherBillsParagraph(bills: readonly OtherBill[]): string {
  if (bills.length === 0) return ""
  return `\n<p>Other open bills: ${otherBillsText(bills, "I", fullDay)}.</p>`
}

/**
 * The sentence about a charge of auto pay that is still made after auto pay ends. `amount` is in
 * cents; "" without one.
 */
export function underWayText(amount: number, reader: "you" | "I"): string {
  if (amount === 0) return ""
  const payer = reader === "I" ? "I pay that bill myself" : "please pay that bill yourself"
  return `A charge of ${dollarsOf(amount)} is under way and will still be made. If it fails, ${payer}.`
}

/** A paragraph at the end of an authorization, in HTML; "" without a charge in progress. */
export function underWayParagraph(amount: number): string {
  const text = underWayText(amount, "I")
  return text && `\n<p>${text}</p>`
}

/** Takes the place of the next bill's amount if a credit covers all known bills. */
export function uncoveredAmount(whose: "my" | "your"): string {
  return `the amount that ${whose} credit does not cover`
}
export function uncoveredDate(whose: "my" | "your"): string {
  return `the first due date that ${whose} credit does not cover`
}

export interface SkippedBill {
  /** MM/DD/YYYY */
  dueDate: string
  /** Cents. Null if the bill has not been issued or was paid in the meantime. */
  amount: number | null
  isPastDue: boolean
}

/**
 * The sentence that skipped bills must be paid in another way, and which of them are already past
 * due. `dayText` formats the due dates.
 */
export function skippedBillsText(bills: readonly SkippedBill[], dayText: DayText): string {
  const [only, ...others] = bills
  if (only && others.length === 0) {
    const { amount } = only
    const dueDate = dayText(only.dueDate)
    const bill = amount === null ? "The bill" : `The bill of ${dollarsOf(amount)}`
    const state = only.isPastDue
      ? `was due on ${dueDate} and is past due`
      : `is still due on ${dueDate}`
    return `${bill} ${state}: please pay it another way.`
  }
  const each = bills.map(({ dueDate, amount, isPastDue }) => {
    const day = dayText(dueDate)
    const state = isPastDue ? `past due since ${day}` : `due on ${day}`
    return amount === null ? state : `${dollarsOf(amount)}, ${state}`
  })
  return `Please pay these bills another way: ${each.join("; ")}.`
}
