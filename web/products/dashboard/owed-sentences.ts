import { isBefore } from "#contracts/dates.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { billsOf } from "../product/amount-of-badge.ts"
import { endOfCoverage, type PlannedOf } from "../product/planned.ts"
import * as texts from "../texts.ts"
import { daysText } from "./coming-sentences.ts"

/** Sentences with the sum of several payments and its due days; the past due part comes first. */
export function owedSentences(dashboard: Dashboard, plannedOf: PlannedOf) {
  const { totalDue, totalPastDue, paymentsDue, currentDate } = dashboard
  const days = paymentsDue.flatMap((product) => billsOf(product).rest.map(({ dueDate }) => dueDate))
  const rest = centsOf(totalDue) - centsOf(totalPastDue)
  if (centsOf(totalPastDue) === 0) {
    return {
      headline: texts.pay(moneyText(totalDue)),
      rest: texts.itIsDue(daysText(days, currentDate)),
    }
  }
  const ends = paymentsDue
    .map(({ policyNumber }) => endOfCoverage(plannedOf(policyNumber)))
    .filter((end) => end !== "")
  const isCovered = ends.length > 0 && ends.every((end) => !isBefore(end, currentDate))
  const pastDue = moneyText(totalPastDue)
  return {
    headline: isCovered ? texts.payNowToStayCovered(pastDue) : texts.payNowAmount(pastDue),
    rest: rest > 0 ? texts.moreIsDue(moneyText(decimalOf(rest)), daysText(days, currentDate)) : "",
  }
}
