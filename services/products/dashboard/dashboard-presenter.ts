import type { Message } from "#contracts/messages.ts"
import { decimalOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { dueStatusOf, isDue } from "../due-status.ts"
import { type AutoPayNotice, productOf } from "../product-presenter.ts"
import { mostUrgentFirst, sumByAutoPay, sumDue, sumPastDue } from "../urgency.ts"

/** The product family whose holders see the member note. */
const eaPlusFamily = "EAPLUS"

export function dashboardOf(
  { active, hasOnlyInactive }: { active: readonly Policy[]; hasOnlyInactive: boolean },
  clientName: string,
  today: Temporal.PlainDate,
  notices: ReadonlyMap<string, AutoPayNotice>,
): Dashboard {
  const sorted = mostUrgentFirst(active, today, notices)
  const statusOf = ({ billing, policyNumber }: Policy) =>
    dueStatusOf(billing, today, notices.get(policyNumber)?.state)
  const due = sorted.filter((policy) => isDue(statusOf(policy)))
  const onAutoPay = sorted.filter((policy) => statusOf(policy) === "auto-pay")
  const byAutoPay = sumByAutoPay(due, today, notices)
  return {
    activeProducts: sorted.map((policy) => productOf(policy, today, notices)),
    paymentsDue: due.map((policy) => productOf(policy, today, notices)),
    totalDue: decimalOf(sumDue(due) - byAutoPay),
    totalPastDue: decimalOf(sumPastDue(due, today, notices)),
    totalByAutoPay: decimalOf(sumDue(onAutoPay) + byAutoPay),
    totalCombined: decimalOf(
      sumDue(sorted.filter((policy) => statusOf(policy) === "combined-bill")),
    ),
    hasEAPlusProduct: yesNo(active.some(({ productFamily }) => productFamily === eaPlusFamily)),
    hasOnlyInactiveProducts: yesNo(hasOnlyInactive),
    clientName,
    currentDate: shownDate(today.toString()),
    messages: [],
  }
}

/** `away`: messages shown when the account system does not answer; empty when it does. */
export function availabilityOf(away: Message[]) {
  return { insproAvailableInd: yesNo(away.length === 0), messages: away }
}
