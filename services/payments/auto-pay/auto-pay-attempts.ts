import type { Payment } from "../paying/payments.store.ts"

/** Days after the due date when auto pay charges. The later ones follow a failed charge. */
const attemptDays = [0, 3, 7] as const
/** Days between a failed charge and the next attempt, so that the email about it arrives first. */
const noticeDays = 2
/** Days after the first charge during which Nacha allows a bank debit to be retried. */
const bankDays = 180

/** The failed charge of an earlier attempt, in the client's days. */
export interface FailedAttempt {
  chargedOn: Temporal.PlainDate
  /** Day on which the decline or the return was recorded. */
  failedOn: Temporal.PlainDate
  /** Whether no debit was made: the gateway declined to debit a bank account. */
  isUndebited?: boolean
}

export interface Attempt {
  /** Number of the attempt, starting at 1. */
  number: number
  /** The first day on which the attempt may be made. */
  from: Temporal.PlainDate
}

/** Due dates of the bills that auto pay would charge together. */
export interface ChargedDueDates {
  oldest: Temporal.PlainDate
  newest: Temporal.PlainDate
}

/**
 * The next attempt to charge the due amount; null if there is none. A bill is debited from a bank
 * account at most three times, and until it is paid, no other bill is debited. A card is charged
 * again together with the next bill. A debit that the gateway declined does not count, and is also
 * tried at most three times.
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
  const debits = earlier.filter(({ isUndebited }) => !isUndebited)
  const tries =
    kind === "bank" ? Math.max(debits.length, earlier.length - debits.length) : earlier.length
  const days = attemptDays[tries]
  if (days === undefined) return null
  const planned = dueDate.add({ days })
  const announced = earlier.at(-1)?.failedOn.add({ days: noticeDays })
  const from = announced && isBefore(planned, announced) ? announced : planned
  const first = debits[0]?.chargedOn
  const isTooLate = first && kind === "bank" && isBefore(first.add({ days: bankDays }), from)
  return isTooLate ? null : { number: earlier.length + 1, from }
}

/**
 * The idempotency key of an attempt. It prevents two processes from charging twice. `repetition`
 * counts from 0 how often this attempt was abandoned because the gateway was unavailable.
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
