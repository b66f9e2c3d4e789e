import type { Product } from "#contracts/products/shapes.ts"
import type { Fact } from "#web/ui/text/facts.tsx"
import * as texts from "../texts.ts"

/** The due date of a row, or the date of the next bill if nothing is owed. */
export function DueDate({ product: { dueDate, nextBill } }: { product: Product }) {
  if (!nextBill) return dueDate && <time translate="no">{dueDate}</time>
  return (
    <span>
      {texts.nextBill}: <time translate="no">{nextBill.dueDate}</time>
    </span>
  )
}

/** The same date with its label. */
export function dueFact({ dueDate, nextBill }: Product): Fact {
  if (nextBill)
    return { label: texts.nextBill, value: <time translate="no">{nextBill.dueDate}</time> }
  return { label: texts.dueDate, value: dueDate && <time translate="no">{dueDate}</time> }
}
