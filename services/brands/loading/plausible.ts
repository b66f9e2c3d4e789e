import { z } from "zod"
import { readDate } from "#contracts/outside-dates.ts"
import type { DateRange } from "#ports/policy-admin/port.ts"

/**
 * The allowed range of each date in a file that no declared field has, in years before and after the client's business day. A
 * plan is in arrears for a few years at most, and a year with a typo of ten years is refused.
 */
const dateRanges = {
  documentCreatedDate: { since: "1900-01-01", ahead: 1 },
  paidThrough: { since: "1900-01-01", ahead: 10 },
  dueDate: { back: 7, ahead: 2 },
  billedThrough: { back: 7, ahead: 3 },
} as const
type DateField = keyof typeof dateRanges

/** Dollars. A payment gateway accepts no more. */
const mostDollars = 999_999.99
export const mostPayable = centsIn(mostDollars)

/** Cards are valid for up to twenty years. */
const cardYears = { first: 2000, ahead: 20 }

export type DateInFile = z.ZodType<string, string>
/** The rule for each date, and the client's business day that the ranges start from. */
export type Dates = ((field: DateField | DateRange) => DateInFile) & { today: string }

/**
 * Plain dates: YYYY-MM-DD, `today`, or days and months from today, such as `today+12d`,
 * `today-3d+1m` and, 27 days after that, `today-3d+1m+27d`. Messages contain `examples`: files of an
 * import are not samples, and their dates are plain days.
 */
export function datesFrom(
  today: Temporal.PlainDate,
  examples = "2026-03-31, today, today+12d or today-3d",
): Dates {
  return Object.assign(dateOf, { today: today.toString() })

  function dateOf(field: DateField | DateRange): DateInFile {
    const range: DateRange = typeof field === "string" ? dateRanges[field] : field
    const first = range.since ?? today.subtract({ years: range.back ?? 0 }).toString()
    const last = today.add({ years: range.ahead }).toString()
    return z.string().transform((value, context) => {
      const parts = /^today(?:([+-]\d{1,5})d)?(?:\+(\d{1,2})m(?:\+(\d{1,3})d)?)?$/.exec(value)
      const [, days, months, more] = parts ?? []
      const date = parts
        ? today
            .add({ days: Number(days ?? 0) })
            .add({ months: Number(months ?? 0) })
            .add({ days: Number(more ?? 0) })
            .toString()
        : (readDate(value) ?? "")
      if (date >= first && date <= last) return date
      const message =
        date === "" ? `must be a date such as ${examples}` : `must be from ${first} to ${last}`
      context.addIssue({ code: "custom", message, input: value })
      return z.NEVER
    })
  }
}

/** The month and year when a card expires, such as 08/2031. */
export function cardExpiry(today: Temporal.PlainDate) {
  const last = today.year + cardYears.ahead
  return z
    .string()
    .regex(/^(0[1-9]|1[0-2])\/\d{4}$/, { error: "must be month and year such as 08/2031" })
    .refine((value) => isWithin(Number(value.slice(3)), cardYears.first, last), {
      error: `must have a year from ${cardYears.first} to ${last}`,
    })
}

function isWithin(value: number, first: number, last: number): boolean {
  return value >= first && value <= last
}

/**
 * A signed amount as text, because JSON numbers cannot represent cents exactly. It is parsed to
 * cents; `most` is in dollars.
 */
export function amount(most = mostDollars) {
  return z
    .string({ error: 'must be an amount as text, such as "312.00"' })
    .regex(/^-?\d{1,10}\.\d{2}$/, { error: 'must be an amount such as "312.00"' })
    .transform((value) => Number(value.replace(".", "")))
    .refine((cents) => Math.abs(cents) <= centsIn(most), {
      error: `must be at most ${most}`,
      abort: true,
    })
}

/** An amount of zero or more. */
export function owed(most?: number) {
  return amount(most).refine((cents) => cents >= 0, { error: "must not be below zero" })
}

function centsIn(dollars: number): number {
  return Math.round(dollars * 100)
}
