import type { NextCharge } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { nextAttempt } from "./auto-pay/auto-pay-attempts.ts"
import { findFailedPayments } from "./auto-pay/auto-pay-failures.store.ts"
import { failuresSince } from "./auto-pay/auto-pay-failures.ts"
import { attemptOf } from "./auto-pay/failed-charge.ts"

/**
 * The first day, not before that of `next`, on which auto pay may charge these bills: a charge of
 * them by a method of this kind that failed is not tried again at once. Bills that auto pay gave up
 * keep their day.
 */
export async function retryDay(
  { database, clock, brands }: Pick<Deps, "database" | "clock" | "brands">,
  account: { client: string; accountNumber: string },
  policyNumber: string,
  kind: "card" | "bank",
  next: NextCharge,
): Promise<string> {
  const failures = await findFailedPayments(database, account, failuresSince(clock))
  const own = failures.filter((failure) => failure.policyNumber === policyNumber)
  if (own.length === 0) return next.date
  const timeZone = await brands.timeZoneOf(account.client)
  const days = next.dueDates.toSorted().map((day) => Temporal.PlainDate.from(day))
  const [oldest, newest] = [days[0], days.at(-1)]
  if (!oldest || !newest) return next.date
  const failed = own.map((failure) => attemptOf(failure, timeZone))
  const from = nextAttempt({ oldest, newest }, kind, failed)?.from.toString() ?? next.date
  return from > next.date ? from : next.date
}
