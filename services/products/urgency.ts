import type { Policy } from "#ports/policy-admin/port.ts"
import {
  autoPayBills,
  type DueStatus,
  dueStatusOf,
  isDue,
  pastDue,
  totalDue,
} from "./due-status.ts"
import type { AutoPayNotice } from "./product-presenter.ts"

const order: readonly DueStatus[] = ["past-due", "due-now", "upcoming"]

/** Sorts after every date. */
const noDueDate = "9999-12-31"

/**
 * The products, most urgent first: past due, then due now, then upcoming, each group by earliest
 * due date. All others follow, also by due date.
 */
export function mostUrgentFirst(
  policies: readonly Policy[],
  today: Temporal.PlainDate,
  notices: ReadonlyMap<string, AutoPayNotice>,
): Policy[] {
  const ranked = policies.map((policy) => {
    const status = dueStatusOf(policy.billing, today, notices.get(policy.policyNumber)?.state)
    const dueDate = policy.billing.dueDate ?? noDueDate
    return { policy, dueDate, rank: isDue(status) ? order.indexOf(status) : order.length }
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.dueDate.localeCompare(other.dueDate))
    .map(({ policy }) => policy)
}

/** The total debt of these products, in cents. */
export function sumDue(policies: readonly Policy[]): number {
  return policies.reduce((sum, { billing }) => sum + totalDue(billing), 0)
}

/** The past due part of the total debt, in cents. */
export function sumPastDue(
  policies: readonly Policy[],
  today: Temporal.PlainDate,
  notices: ReadonlyMap<string, AutoPayNotice>,
): number {
  return policies.reduce((sum, { billing, policyNumber }) => {
    return sum + pastDue(billing, today, notices.get(policyNumber)?.state)
  }, 0)
}

/** The part of the total debt that auto pay will pay, in cents. */
export function sumByAutoPay(
  policies: readonly Policy[],
  today: Temporal.PlainDate,
  notices: ReadonlyMap<string, AutoPayNotice>,
): number {
  return policies.reduce((sum, { billing, policyNumber }) => {
    const bills = autoPayBills(billing, today, notices.get(policyNumber))
    const owed = bills.reduce((all, bill) => all + bill.owed, 0)
    return sum + Math.min(owed, totalDue(billing))
  }, 0)
}
