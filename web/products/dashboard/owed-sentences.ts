import { isBefore } from "#contracts/dates.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { sortableDate, sorted } from "#web/ui/table/sort.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { billsOf, sumOf } from "../product/amount-of-badge.ts"
import { byWhen } from "../product/next-step.ts"
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
  const sentences = [
    ...(isCovered ? firstSteps(dashboard, plannedOf) : []),
    ...(rest > 0
      ? [texts.nextBillsAre(moneyText(decimalOf(rest)), daysText(days, currentDate))]
      : []),
  ]
  return {
    headline: isCovered ? texts.payNowToStayCovered(pastDue) : texts.payNowAmount(pastDue),
    rest: sentences.join(" "),
  }
}

/** The past due part of the product whose coverage ends first, if others are past due too. */
function firstSteps({ paymentsDue, totalPastDue, currentDate }: Dashboard, plannedOf: PlannedOf) {
  const late = paymentsDue.flatMap((product) => {
    const end = endOfCoverage(plannedOf(product.policyNumber))
    const bills = billsOf(product).late
    return bills.length > 0 && end !== "" ? [{ end, bills }] : []
  })
  const [first] = sorted(late, ({ end }) => sortableDate(end), "ascending")
  if (!first) return []
  const amount = sumOf(late.filter(({ end }) => end === first.end).flatMap(({ bills }) => bills))
  if (amount === totalPastDue) return []
  return [texts.firstWhen(moneyText(amount), byWhen(first.end, currentDate))]
}
