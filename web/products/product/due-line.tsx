import type { Product } from "#contracts/products/shapes.ts"
import { beforeDueDate, nextBillText, severalDueTexts } from "./due-texts.ts"
import { nextBillLine } from "./texts.ts"

/** The date of a row, or its next bill when nothing is owed. */
export function DueDate({ product, className }: { product: Product; className?: string }) {
  const { dueDate, nextBill } = product
  if (nextBill) return <span className={className}>{nextBillLine(nextBillText(nextBill))}</span>
  const several = severalDueTexts(product)
  if (several.length > 0) return several.map((text) => <div key={text}>{text}</div>)
  return dueDate ? <time className={className}>{dueDate}</time> : null
}

/** The due date of an amount in words, or several; the next bill if nothing is owed. */
export function DueLine({ product, className }: { product: Product; className?: string }) {
  const { dueDate, nextBill } = product
  if (nextBill) return <p className={className}>{nextBillLine(nextBillText(nextBill))}</p>
  if (!dueDate) return null
  const several = severalDueTexts(product)
  if (several.length > 0) {
    return several.map((text) => (
      <p key={text} className={className}>
        {text}
      </p>
    ))
  }
  return (
    <p className={className}>
      {beforeDueDate(product)} <time>{dueDate}</time>
    </p>
  )
}
