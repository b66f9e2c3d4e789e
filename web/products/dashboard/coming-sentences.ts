import { dayInWords } from "#contracts/dates.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { sortableDate, sorted } from "#web/ui/table/sort.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { billsOf } from "../product/amount-of-badge.ts"
import { isPaidByAutoPay, isPlainCharge } from "../product/next-step.ts"
import type { PlannedOf } from "../product/planned.ts"
import * as texts from "../texts.ts"

/** Lines about the amounts that auto pay and the combined bill pay. */
export interface Coming {
  /** One line each; "" if it pays nothing. */
  autoPay: string
  combined: string
  /** The numbers of the products about which a line states everything. */
  said: readonly string[]
}

export function comingOf(dashboard: Dashboard, plannedOf: PlannedOf): Coming {
  const autoPay = autoPayOf(dashboard, plannedOf)
  const combined = combinedOf(dashboard)
  return {
    autoPay: autoPay.line,
    combined: combined.line,
    said: [...autoPay.said, ...combined.said],
  }
}

function autoPayOf(dashboard: Dashboard, plannedOf: PlannedOf) {
  const { activeProducts, paymentsDue, totalByAutoPay, currentDate } = dashboard
  if (centsOf(totalByAutoPay) === 0) return { line: "", said: [] }
  const found = activeProducts.map((product) => {
    const bills = billsOf(product).byAutoPay.map(({ dueDate }) => dueDate)
    const { charge } = plannedOf(product.policyNumber)
    // The charge of a past due bill is explained in the card of its product.
    const charges = charge?.dueDates.some((day) => bills.includes(day)) ? [charge] : []
    return { product, charges, later: charges.length > 0 ? [] : bills }
  })
  const charges = found.flatMap((one) => one.charges)
  const later = found.flatMap((one) => one.later)
  const sum = charges.reduce((cents, { paymentAmount }) => cents + centsOf(paymentAmount), 0)
  // Charges of other amounts are explained beside their products.
  const days = decimalOf(sum) === totalByAutoPay ? charges.map(({ dueDate }) => dueDate) : []
  const [onlyLater] = charges.length === 0 && later.length === 1 ? later : []
  const when = onlyLater
    ? texts.laterDue(dayInWords(onlyLater, currentDate))
    : daysText(days, currentDate)
  const only = activeProducts.find(({ policyNumber }) => policyNumber === charges[0]?.policyNumber)
  const isSaid = charges.length === 1 && days.length === 1 && only && isPlain(only)
  const amount = moneyText(totalByAutoPay)
  const follows =
    onlyLater && isOnlyDue(found.find(({ later: bills }) => bills.length > 0)?.product)
  return {
    line: follows
      ? texts.thenDue(amount, dayInWords(onlyLater, currentDate))
      : texts.autoPayOf(amount, when),
    said: isSaid ? [only.policyNumber] : [],
  }

  /** Whether the only card above states a charge for this product. */
  function isOnlyDue(product: Product | undefined) {
    const [due, ...others] = paymentsDue
    return (
      due !== undefined &&
      others.length === 0 &&
      due.policyNumber === product?.policyNumber &&
      isPaidByAutoPay(due, plannedOf(due.policyNumber))
    )
  }

  /** Whether there is nothing to add to the charge's amount and day. */
  function isPlain(product: Product) {
    const { charge } = plannedOf(product.policyNumber)
    return charge !== undefined && isPlainCharge(product, charge, currentDate)
  }
}

function combinedOf({ activeProducts, totalCombined, currentDate }: Dashboard) {
  if (centsOf(totalCombined) === 0) return { line: "", said: [] }
  const billed = activeProducts.filter(
    ({ paymentStatusDisplayStyle: style, amountDue }) =>
      style === "combinedbill" && centsOf(amountDue) > 0,
  )
  const known = billed.filter(({ dueDate }) => dueDate !== "")
  const days = known.length === billed.length ? known.map(({ dueDate }) => dueDate) : []
  const isSaid = new Set(days).size === 1
  return {
    line: texts.combinedBillOf(moneyText(totalCombined), daysText(days, currentDate)),
    said: isSaid ? billed.map(({ policyNumber }) => policyNumber) : [],
  }
}

/** "on" one day, or "between" the first and the last of several; "" without days. */
export function daysText(days: readonly string[], today: string): string {
  const inOrder = sorted(days, sortableDate, "ascending")
  const [first, last] = [inOrder[0], inOrder.at(-1)].map((day) => day && dayInWords(day, today))
  if (!first || !last) return ""
  return first === last ? texts.onDay(first) : texts.between(first, last)
}
