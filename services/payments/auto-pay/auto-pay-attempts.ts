import type { Payment } from "../paying/payments.store.ts"

/** Days after the due date on which auto pay charges. The later ones follow a failed charge. */
const attemptDays = [0, 3, 7] as const
/** Days between a failed charge and the next attempt, so that the email about it arrives first. */
const noticeDays = 2
/** Days after the first charge in which Nacha allows a bank debit to be tried again. */
const bankDays = 180

/** The failed charge of an earlier attempt, in the client's days. */
export interface FailedAttempt {
  chargedOn: Temporal.PlainDate
  /** When the decline or the return was recorded. */
  failedOn: Temporal.PlainDate
}

export interface Attempt {
  /** From 1. */
  number: number
  /** The first day on which it may be made. */
  from: Temporal.PlainDate
}

/** The due dates of the bills that auto pay would charge together. */
export interface ChargedDueDates {
  oldest: Temporal.PlainDate
  newest: Temporal.PlainDate
}

/**
 * The next attempt to charge what is due; null when there is none. A bill is debited from a bank
 * account three times at most, and until it is paid, no other bill is. A card is charged again
 * together with the next bill.
 */
export function nextAttempt(
  { oldest, newest }: ChargedDueDates,
  kind: Payment["methodKind"],
  failed: readonly FailedAttempt[],
): Attempt | null {
  const dueDate = kind === "bank" ? oldest : newest
  const earlier = failed
    .filter(({ failedOn }) => !isBefore(failedOn, dueDate))
    .toSorted((one, other) => Temporal.PlainDate.compare(one.failedOn, other.failedOn))
  const days = attemptDays[earlier.length]
  if (days === undefined) return null
  const planned = dueDate.add({ days })
  const announced = earlier.at(-1)?.failedOn.add({ days: noticeDays })
  const from = announced && isBefore(planned, announced) ? announced : planned
  const first = earlier[0]?.chargedOn
  const isTooLate = first && kind === "bank" && isBefore(first.add({ days: bankDays }), from)
  return isTooLate ? null : { number: earlier.length + 1, from }
}

/**
 * The idempotency key of an attempt. It keeps two processes from charging twice. `repetition` counts
 * from 0 how often this attempt was given up because the gateway was away.
 */
export function attemptKey(
  policyNumber: string,
  dueDate: string,
  number: number,
  repetition = 0,
): string {
  const key = `auto pay ${policyNumber} ${dueDate} ${number}`
  return repetition === 0 ? key : `${key}.${repetition}`
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
