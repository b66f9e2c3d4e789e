import { dayInWords, isBefore } from "#contracts/dates.ts"
import { centsOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { billsOf, sumOf } from "#web/products/product/amount-of-badge.ts"
import { byWhen, creditSteps, nextStepOf, owedStepsOf } from "#web/products/product/next-step.ts"
import { endOfCoverage, type Planned } from "#web/products/product/planned.ts"
import * as steps from "#web/products/texts.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"

/** The part of the amount due that is past due, as a decimal string; "" if nothing is. */
export function pastDueOf({ dueAmounts }: Pick<Product, "dueAmounts">): string {
  const { late } = billsOf({ dueAmounts })
  return late.length === 0 ? "" : sumOf(late)
}

interface Choices {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY; "" while loading. */
  today: string
  /** All that is owed, then parts of it. */
  payable: readonly string[]
}

/** The amounts, smallest first, with the effect of each. */
export function amountOptions({ product, planned, today, payable }: Choices) {
  const [total = "", ...parts] = payable
  const pastDue = pastDueOf(product)
  const ofParts = [...parts].reverse().map((part) =>
    pastDue !== "" && centsOf(part) === centsOf(pastDue)
      ? {
          value: part,
          label: texts.onlyPastDue(moneyText(part)),
          note: pastDueNote(planned, today),
        }
      : { value: part, label: moneyText(part), note: texts.notByAutoPay },
  )
  const all = { value: total, label: texts.everything(moneyText(total)) }
  return [...ofParts, { ...all, note: laterNote(product, pastDue !== "", today) }]
}

/** A sentence in each case, so that nothing below it moves when the end of coverage arrives. */
function pastDueNote(planned: Planned, today: string): string {
  const end = endOfCoverage(planned)
  return end && today && !isBefore(end, today)
    ? texts.payToStayCovered(byWhen(end, today))
    : texts.payItNow
}

/** The bills that only the entire amount pays. */
function laterNote({ dueAmounts }: Product, isPastDue: boolean, today: string): string {
  const later = dueAmounts.filter((bill) =>
    isPastDue ? bill.isPastDue === "N" : bill.isByAutoPay === "Y",
  )
  const last = later.at(-1)
  if (!last) return ""
  const day = dayInWords(last.dueDate, today)
  return later.length > 1 ? texts.alsoPaysBills(later.length, day) : texts.alsoPaysBill(day)
}

/** Sentences about the product that neither its due date nor the amounts state. */
export function remarksOf({ product, planned, today, payable }: Choices): string[] {
  if (payable.length > 1) {
    const { coverage, charge } = owedStepsOf(product, planned, today)
    const end = endOfCoverage(planned)
    return [
      ...(end && isBefore(end, today) ? coverage : []),
      ...(product.isAutoPaySkipped === "Y" ? [steps.skipped] : []),
      ...charge,
      ...creditSteps(product.creditLeft),
    ]
  }
  const due = dayInWords(product.dueDate, today)
  const stated = [steps.wasDue(due), steps.payWhen(byWhen(product.dueDate, today))]
  return nextStepOf(product, planned, today).filter((step) => !stated.includes(step))
}
