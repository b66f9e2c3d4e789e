import { monthsIn } from "../../billing.ts"

/**
 * The fewest days of a period that does not start on the billing day, because it costs a full
 * price.
 */
const fewestDays = 15

/**
 * The last day of the period that starts on `from`: the day before the next start. The next start is
 * on the billing day, or on the last day of a month that is too short; a month later if that is
 * less than fifteen days away. Null for a frequency of unknown length.
 */
export function periodEnd(from: string, frequencyCode: string, billingDay: number): string | null {
  const months = monthsIn(frequencyCode)
  if (months === undefined) return null
  const first = Temporal.PlainDate.from(from)
  const startAfter = (later: number) =>
    first
      .with({ day: 1 })
      .add({ months: later })
      .with({ day: billingDay }, { overflow: "constrain" })
  const next = startAfter(months)
  const start = first.until(next).days < fewestDays ? startAfter(months + 1) : next
  return start.subtract({ days: 1 }).toString()
}

export function dayAfter(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
}

export function dayBefore(date: string): string {
  return Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()
}
