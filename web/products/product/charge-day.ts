import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"

type DueProduct = Pick<Product, "amountDue" | "dueDate" | "nextBill">

interface ChargeDay {
  /** MM/DD/YYYY */
  day: string
  /** False for a bill that auto pay does not charge, such as a skipped one: `day` is of a later bill. */
  isOfThisBill: boolean
  /** The charged amount, if it is not the one that is shown as due. */
  amount: string | null
}

/**
 * The day on which auto pay charges a product, for a screen that shows amount and due date. Null if
 * that is the due date, or if no charge is known.
 */
export function chargeDayOf(
  { amountDue, dueDate, nextBill }: DueProduct,
  charge: Pick<PlannedCharge, "dueDate" | "dueDates" | "paymentAmount"> | undefined,
): ChargeDay | null {
  const shownDay = nextBill?.dueDate ?? dueDate
  if (!charge || charge.dueDate === shownDay) return null
  const isOfThisBill = charge.dueDates.includes(shownDay)
  const isSameAmount = charge.paymentAmount === (nextBill?.amount || amountDue)
  const amount = isOfThisBill && !isSameAmount ? charge.paymentAmount : null
  return { day: charge.dueDate, isOfThisBill, amount }
}
