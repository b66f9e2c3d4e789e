import { ownEmailChangeHours } from "#contracts/staff/dual-approval.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"

/**
 * Whether staff need dual approval to change the credentials of this account, because its email
 * address is new: the account is on an email hold, or the customer changed the address within the
 * last `ownEmailChangeHours`. Call it after reading the address, so that a change in between counts.
 */
export async function needsDualApproval(
  { clock, recentEmailChanges }: { clock: Clock; recentEmailChanges: RecentEmailChanges },
  queries: Queries,
  account: { client: string; accountNumber: string },
): Promise<boolean> {
  if (await recentEmailChanges.isHeld(queries, account)) return true
  const since = earlier(clock.now(), { hours: ownEmailChangeHours })
  return await recentEmailChanges.isChangedByCustomer(queries, account, { since })
}
