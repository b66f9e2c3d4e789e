import type { Product } from "#contracts/products/shapes.ts"
import { moneyText } from "#web/ui/text/money-text.ts"

type DueProduct = Pick<Product, "paymentStatusDisplayStyle" | "dueDate" | "nextBill">

/**
 * The words between an amount and its due date, such as "due by". "" when the product has no due date
 * or owes nothing.
 */
export function beforeDueDate({ paymentStatusDisplayStyle, dueDate, nextBill }: DueProduct) {
  if (dueDate === "" || nextBill) return ""
  return paymentStatusDisplayStyle === "pastdue" ? "was due" : "due by"
}

/** The due date with its label: of the amount, or of the next bill when nothing is owed. */
export function dueFact({ dueDate, nextBill }: DueProduct): { label: string; value: string } {
  return nextBill
    ? { label: "Next bill", value: nextBillText(nextBill) }
    : { label: "Due date", value: dueDate }
}

export const nextBillText = ({ amount, dueDate }: NonNullable<Product["nextBill"]>) =>
  amount === "" ? `due ${dueDate}` : `${moneyText(amount)}, due ${dueDate}`
