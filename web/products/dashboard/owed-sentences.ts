import { isBefore } from "#contracts/dates.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { sortableDate, sorted } from "#web/ui/table/sort.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { billsOf, sumOf } from "../product/amount-of-badge.ts"
import { byWhen, isPaidByAutoPay } from "../product/next-step.ts"
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

/** The past due product to pay first: the one whose coverage ends first. Undefined without one. */
export function firstToPay({ paymentsDue }: Dashboard, plannedOf: PlannedOf): Product | undefined {
  const own = paymentsDue.filter((product) => {
    const isByAutoPay = isPaidByAutoPay(product, plannedOf(product.policyNumber))
    return payNowOf(product).disable === "N" && !isByAutoPay
  })
  return lateByEnd(own, plannedOf)[0]?.product
}

/** The past due products with a known end of coverage, the earliest first. */
function lateByEnd(products: readonly Product[], plannedOf: PlannedOf) {
  const late = products.flatMap((product) => {
    const end = endOfCoverage(plannedOf(product.policyNumber))
    const bills = billsOf(product).late
    return bills.length > 0 && end !== "" ? [{ product, end, bills }] : []
  })
  return sorted(late, ({ end }) => sortableDate(end), "ascending")
}

/** The past due part of the product whose coverage ends first, if others are past due too. */
function firstSteps({ paymentsDue, totalPastDue, currentDate }: Dashboard, plannedOf: PlannedOf) {
  const late = lateByEnd(paymentsDue, plannedOf)
  const [first] = late
  if (!first) return []
  const amount = sumOf(late.filter(({ end }) => end === first.end).flatMap(({ bills }) => bills))
  if (amount === totalPastDue) return []
  return [texts.firstWhen(moneyText(amount), byWhen(first.end, currentDate))]
}
