import type { Product } from "#contracts/products/shapes.ts"
import { moneyText } from "#web/ui/text/money-text.ts"

type DueProduct = Pick<Product, "paymentStatusDisplayStyle" | "dueDate" | "dueAmounts" | "nextBill">

/**
 * The words between an amount and its due date, such as "due by". "" when the product has no due date
 * or owes nothing.
 */
export function beforeDueDate({ paymentStatusDisplayStyle, dueDate, nextBill }: DueProduct) {
  if (dueDate === "" || nextBill) return ""
  return paymentStatusDisplayStyle === "pastdue" ? "was due" : "due by"
}

/** More bills than these are counted, so that a product fills no screen. */
const namedBills = 2

/**
 * The amounts of several due dates, one text each: the two oldest, and how many more there are. Empty
 * for a single due date.
 */
export function severalDueTexts({ dueAmounts }: DueProduct): string[] {
  if (dueAmounts.length < 2) return []
  const texts = dueAmounts.slice(0, namedBills).map(({ amount, dueDate, isPastDue }) => {
    return `${moneyText(amount)} ${isPastDue === "Y" ? "was due" : "due by"} ${dueDate}`
  })
  const more = dueAmounts.length - namedBills
  return more === 0 ? texts : [...texts, `and ${more} more ${more === 1 ? "bill" : "bills"}`]
}

export function nextBillText({ amount, dueDate }: NonNullable<Product["nextBill"]>): string {
  if (amount === "") return `due ${dueDate}`
  return amount === "0.00"
    ? `paid by your credit, due ${dueDate}`
    : `${moneyText(amount)}, due ${dueDate}`
}
