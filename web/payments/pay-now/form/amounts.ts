import { dayInWords, isBefore } from "#contracts/dates.ts"
import { centsOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { billsOf, sumOf } from "#web/products/product/amount-of-badge.ts"
import { endOfCoverage, type Planned } from "#web/products/product/planned.ts"
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
          note: pastDueNote(product, planned, today),
        }
      : { value: part, label: moneyText(part), note: texts.notByAutoPay },
  )
  const all = { value: total, label: texts.everything(moneyText(total)) }
  return [...ofParts, { ...all, note: laterNote(product, pastDue !== "", today) }]
}

/** A known date of coverage takes the place of the due date, so that nothing below it moves. */
function pastDueNote(product: Product, planned: Planned, today: string): string {
  const end = endOfCoverage(planned)
  if (end && today && !isBefore(end, today)) return texts.keepsCovered
  const oldest = product.dueAmounts.find(({ isPastDue }) => isPastDue === "Y")
  return oldest ? texts.wasDue(dayInWords(oldest.dueDate, today)) : ""
}

/** The bills that only the entire amount pays. */
function laterNote({ dueAmounts }: Product, isPastDue: boolean, today: string): string {
  const later = dueAmounts.filter((bill) =>
    isPastDue ? bill.isPastDue === "N" : bill.isByAutoPay === "Y",
  )
  const [only, ...others] = later
  if (!only) return ""
  if (others.length > 0) return texts.alsoPaysBills(later.length)
  return texts.alsoPaysBill(dayInWords(only.dueDate, today))
}
