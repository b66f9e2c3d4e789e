import { centsOf, decimalOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"

type Bill = Product["dueAmounts"][number]

export function sumOf(bills: readonly Pick<Bill, "amount">[]): string {
  return decimalOf(bills.reduce((sum, { amount }) => sum + centsOf(amount), 0))
}

/** The bills of a product that the customer owes, by what its badge names. */
export function billsOf({ dueAmounts }: Pick<Product, "dueAmounts">) {
  const late = dueAmounts.filter(({ isPastDue }) => isPastDue === "Y")
  const byAutoPay = dueAmounts.filter(({ isByAutoPay }) => isByAutoPay === "Y")
  const rest = dueAmounts.filter((bill) => bill.isPastDue === "N" && !byAutoPay.includes(bill))
  return { late, byAutoPay, rest }
}

/**
 * The part of the amount due that the badge names: what is past due under "Past Due", the next bill
 * under "Due Now" and "Due Dec 18", and all of it in the other states.
 */
export function amountOfBadge(
  product: Pick<Product, "amountDue" | "dueAmounts" | "paymentStatusDisplayStyle">,
): string {
  const { amountDue, paymentStatusDisplayStyle: style } = product
  const { late, rest } = billsOf(product)
  if (style === "pastdue" && late.length > 0) return sumOf(late)
  const [next] = rest
  return (style === "duenow" || style === "") && next ? next.amount : amountDue
}
