/** Days after the due date on which auto pay charges. The later ones follow a decline. */
const attemptDays = [0, 3, 7] as const

export interface Attempt {
  /** From 1. */
  number: number
  /** The day of the next attempt if this one is declined; null after the last. */
  next: Temporal.PlainDate | null
}

/**
 * The attempt for an amount due on `dueDate`; undefined before that day. Between two attempts it is
 * the earlier one, so that a later run makes up for a missed run.
 */
export function attemptOn(
  dueDate: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Attempt | undefined {
  const { days } = dueDate.until(today, { largestUnit: "days" })
  const index = attemptDays.findLastIndex((day) => day <= days)
  return index === -1 ? undefined : attemptNumbered(index + 1, dueDate)
}

/**
 * The idempotency key of an attempt. It keeps two processes from charging twice. `repetition` counts
 * from 0 how often this attempt was given up because the gateway was away.
 */
export function attemptKey(
  policyNumber: string,
  dueDate: string,
  { number }: Attempt,
  repetition = 0,
): string {
  const key = `auto pay ${policyNumber} ${dueDate} ${number}`
  return repetition === 0 ? key : `${key}.${repetition}`
}

/** The attempt that has this key. */
export function attemptOfKey(key: string): Attempt {
  const [number = "", dueDate = ""] = key.split(" ").toReversed()
  return attemptNumbered(Number.parseInt(number, 10), Temporal.PlainDate.from(dueDate))
}

function attemptNumbered(number: number, dueDate: Temporal.PlainDate): Attempt {
  const nextDay = attemptDays[number]
  return { number, next: nextDay === undefined ? null : dueDate.add({ days: nextDay }) }
}
