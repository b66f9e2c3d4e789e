import type { Product } from "#contracts/products/shapes.ts"
import { beforeDueDate, nextBillText } from "./due-texts.ts"
import { nextBillLine } from "./texts.ts"

/** The date of a row, or its next bill when nothing is owed. */
export function DueDate({ product, className }: { product: Product; className?: string }) {
  const { dueDate, nextBill } = product
  if (nextBill) return <span className={className}>{nextBillLine(nextBillText(nextBill))}</span>
  return dueDate ? <time className={className}>{dueDate}</time> : null
}

/** The due date of an amount in words; the next bill if nothing is owed. */
export function DueLine({ product, className }: { product: Product; className?: string }) {
  const { dueDate, nextBill } = product
  if (nextBill) return <p className={className}>{nextBillLine(nextBillText(nextBill))}</p>
  if (!dueDate) return null
  return (
    <p className={className}>
      {beforeDueDate(product)} <time>{dueDate}</time>
    </p>
  )
}
