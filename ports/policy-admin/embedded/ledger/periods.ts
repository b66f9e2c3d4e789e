/** Months of a billing period by its frequency code. */
const monthsOf: Record<string, number> = { M: 1, Q: 3, S: 6, A: 12 }

/** Undefined for a frequency of unknown length. */
export function monthsIn(frequencyCode: string): number | undefined {
  return monthsOf[frequencyCode]
}

/**
 * The last day of the period that starts on `from`: the day before the next start. The next start is
 * on the billing day, or on the last day of a month that is too short. Null for a frequency of
 * unknown length.
 */
export function periodEnd(from: string, frequencyCode: string, billingDay: number): string | null {
  const months = monthsIn(frequencyCode)
  if (months === undefined) return null
  return Temporal.PlainDate.from(from)
    .with({ day: 1 })
    .add({ months })
    .with({ day: billingDay }, { overflow: "constrain" })
    .subtract({ days: 1 })
    .toString()
}

/** Whether a period of this billing day can start on the date: on it, or on the last day of a shorter month. */
export function isBilledOn(date: string, billingDay: number): boolean {
  const { day, daysInMonth } = Temporal.PlainDate.from(date)
  return day === Math.min(billingDay, daysInMonth)
}

export function dayAfter(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString()
}

export function dayBefore(date: string): string {
  return Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()
}
