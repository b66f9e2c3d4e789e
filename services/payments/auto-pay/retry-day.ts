import type { NextCharge } from "#ports/policy-admin/port.ts"
import { type FailedAttempt, nextAttempt } from "./auto-pay-attempts.ts"

/**
 * The first day, not before the date of `next`, on which auto pay may charge these bills after
 * these failed charges of the product: a failed charge of the same bills by a method of this kind
 * is not retried at once. Undefined for bills that auto pay no longer charges.
 */
export function retryDayAfter(
  failed: readonly FailedAttempt[],
  kind: "card" | "bank",
  next: NextCharge,
): string | undefined {
  const days = next.dueDates.toSorted().map((day) => Temporal.PlainDate.from(day))
  const [oldest, newest] = [days[0], days.at(-1)]
  if (failed.length === 0 || !oldest || !newest) return next.date
  const from = nextAttempt({ oldest, newest }, kind, failed)?.from.toString()
  return from && from < next.date ? next.date : from
}
