import type { NextCharge } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { nextAttempt } from "./auto-pay/auto-pay-attempts.ts"
import { failedAttempts } from "./auto-pay/auto-pay-failures.ts"

/**
 * The first day, not before that of `next`, on which auto pay may charge these bills: a charge of
 * them by a method of this kind that failed is not tried again at once. Undefined for bills that auto
 * pay gave up.
 */
export async function retryDay(
  deps: Pick<Deps, "database" | "clock" | "brands">,
  account: { client: string; accountNumber: string },
  policyNumber: string,
  kind: "card" | "bank",
  next: NextCharge,
): Promise<string | undefined> {
  return retryDayAfter(await failedAttempts(deps, account, policyNumber), kind, next)
}

/** The same after these failed charges of the product. */
export function retryDayAfter(
  failed: Awaited<ReturnType<typeof failedAttempts>>,
  kind: "card" | "bank",
  next: NextCharge,
): string | undefined {
  const days = next.dueDates.toSorted().map((day) => Temporal.PlainDate.from(day))
  const [oldest, newest] = [days[0], days.at(-1)]
  if (failed.length === 0 || !oldest || !newest) return next.date
  const from = nextAttempt({ oldest, newest }, kind, failed)?.from.toString()
  return from && from < next.date ? next.date : from
}
