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

/** The amounts of several due dates, one text each. Empty for a single due date. */
export function severalDueTexts({ dueAmounts }: DueProduct): string[] {
  if (dueAmounts.length < 2) return []
  return dueAmounts.map(({ amount, dueDate, isPastDue }) => {
    return `${moneyText(amount)} ${isPastDue === "Y" ? "was due" : "due by"} ${dueDate}`
  })
}

export function nextBillText({ amount, dueDate }: NonNullable<Product["nextBill"]>): string {
  if (amount === "") return `due ${dueDate}`
  return amount === "0.00"
    ? `paid by your credit, due ${dueDate}`
    : `${moneyText(amount)}, due ${dueDate}`
}
