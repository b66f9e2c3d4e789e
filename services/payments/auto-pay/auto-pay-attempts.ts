/** Days after the due date on which auto pay charges: on the day itself, and again after a decline. */
const attemptDays = [0, 3, 7] as const

export interface Attempt {
  /** From 1. */
  number: number
  /** When the next one follows if this one is declined; null after the last. */
  next: Temporal.PlainDate | null
}

/**
 * The attempt that is `today`'s for an amount due on `dueDate`; nothing before that day. Between two
 * attempts it stays the earlier one, so that a run which was missed is made up for.
 */
export function attemptOn(
  dueDate: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Attempt | undefined {
  const { days } = dueDate.until(today, { largestUnit: "days" })
  const index = attemptDays.findLastIndex((day) => day <= days)
  return index === -1 ? undefined : attemptNumbered(index + 1, dueDate)
}

/** One for each attempt, the same whoever makes it: what keeps it from being made twice. */
export function attemptKey(policyNumber: string, dueDate: string, { number }: Attempt): string {
  return `auto pay ${policyNumber} ${dueDate} ${number}`
}

export function attemptOfKey(key: string, dueDate: Temporal.PlainDate): Attempt {
  return attemptNumbered(Number(key.split(" ").at(-1)), dueDate)
}

function attemptNumbered(number: number, dueDate: Temporal.PlainDate): Attempt {
  const nextDay = attemptDays[number]
  return { number, next: nextDay === undefined ? null : dueDate.add({ days: nextDay }) }
}
