import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"

/**
 * The day on which auto pay charges a product, MM/DD/YYYY, for a screen that shows its due date. Null
 * if that is the due date, or if no charge is known. `isOfThisBill` is false for a bill that auto pay
 * does not charge, such as a skipped one: `day` is then that of a later bill.
 */
export function chargeDayOf(
  { dueDate, nextBill }: Pick<Product, "dueDate" | "nextBill">,
  charge: Pick<PlannedCharge, "dueDate" | "dueDates"> | undefined,
): { day: string; isOfThisBill: boolean } | null {
  const shownDay = nextBill?.dueDate ?? dueDate
  if (!charge || charge.dueDate === shownDay) return null
  return { day: charge.dueDate, isOfThisBill: charge.dueDates.includes(shownDay) }
}
