import { monthInWords } from "#contracts/dates.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { ComingPayments } from "#contracts/payments/coming-payments.ts"

export type Month = ComingPayments["months"][number]

/** One month, or several in a row with the same total. */
export interface MonthRun {
  /** Such as "December 2026" or "January to November 2027". */
  title: string
  /** The total of each month. */
  total: string
  months: Month[]
}

/** Joins equal months that follow each other, except the first `separate` ones. */
export function runsOf(months: readonly Month[], separate: number): MonthRun[] {
  const runs: Month[][] = []
  for (const [index, month] of months.entries()) {
    const before = runs.at(-1)?.at(-1)
    if (index > separate && before && follows(month, before)) runs.at(-1)?.push(month)
    else runs.push([month])
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) return []
    return [{ title: titleOf(first, last), total: first.total, months: run }]
  })
}

function follows(month: Month, before: Month): boolean {
  return (
    month.total === before.total &&
    !isLate(before) &&
    monthNumber(month) === monthNumber(before) + 1
  )
}

function titleOf(first: Month, last: Month): string {
  if (first === last) return first.title
  const [month = "", year] = first.title.split(" ")
  return `${last.title.endsWith(` ${year}`) ? month : first.title} to ${last.title}`
}

export interface Bar {
  title: string
  /** Cents of each part. */
  late: number
  autoPay: number
  own: number
  total: number
}

/** A bar for what is past due, if anything is, and for each month, also for empty ones. */
export function barsOf(months: readonly Month[]): Bar[] {
  const late = months.filter(isLate).map((month) => barOf(month.title, month))
  const later = months.filter((month) => !isLate(month))
  const [first, last] = [later[0], later.at(-1)].map((month) => month && monthNumber(month))
  if (first === undefined || last === undefined) return late
  const byNumber = new Map(later.map((month) => [monthNumber(month), month]))
  const bars = Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index
    return barOf(monthInWords(shownMonth(number)), byNumber.get(number))
  })
  return [...late, ...bars]
}

function barOf(title: string, month: Month | undefined): Bar {
  const sum = (is: (payment: Month["payments"][number]) => boolean) =>
    (month?.payments ?? []).filter(is).reduce((cents, { amount }) => cents + centsOf(amount), 0)
  const late = sum(({ isPastDue }) => isPastDue === "Y")
  const autoPay = sum(({ isPastDue, paidBy }) => isPastDue === "N" && paidBy === "autopay")
  const total = sum(() => true)
  return { title, late, autoPay, own: total - late - autoPay, total }
}

export function isLate({ payments }: Month): boolean {
  return payments[0]?.isPastDue === "Y"
}

/** Number of bars between two amounts that do not collide. */
const apart = 4

/** The bars with the first, the highest and the last amount, without those beside the highest. */
export function labeledBars(bars: readonly Bar[]): number[] {
  const amounts = bars.map(({ total }) => total)
  const highest = amounts.indexOf(Math.max(...amounts))
  const ends = [0, bars.length - 1].filter((index) => Math.abs(index - highest) >= apart)
  return [...ends, highest]
    .filter((index) => amounts[index] !== 0)
    .sort((one, other) => one - other)
}

/** The highest of a bar and its neighbors, in cents: an amount is wider than its bar. */
export function highestNear(bars: readonly Bar[], index: number): number {
  return Math.max(...bars.slice(Math.max(0, index - 1), index + 2).map(({ total }) => total))
}

/** A sentence about the bars, for people who do not see them. */
export function summaryOf(bars: readonly Bar[], amountText: (decimal: string) => string): string {
  const months = bars.filter(({ late, total }) => late === 0 && total > 0)
  const ordered = [...months].sort((one, other) => other.total - one.total)
  const text = ({ title, total }: Bar) => `${amountText(decimalOf(total))} in ${title}`
  const highest = ordered[0]
  const lowest = months.find(({ total }) => total === ordered.at(-1)?.total)
  const late = bars.find((bar) => bar.late > 0)
  return [
    late && `${amountText(decimalOf(late.late))} is past due.`,
    highest && lowest && highest.total === lowest.total
      ? `Each month: ${amountText(decimalOf(highest.total))}.`
      : highest && lowest && `Highest: ${text(highest)}. Lowest: ${text(lowest)}.`,
  ]
    .filter(Boolean)
    .join(" ")
}

/** Months since January of year 0. */
function monthNumber({ payments }: Month): number {
  const [month = 1, , year = 0] = (payments[0]?.date ?? "").split("/").map(Number)
  return year * 12 + month - 1
}

/** A day of the month, as MM/DD/YYYY. */
function shownMonth(number: number): string {
  return `${(number % 12) + 1}/01/${Math.floor(number / 12)}`
}
