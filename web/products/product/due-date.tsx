import type { Product } from "#contracts/products/shapes.ts"
import { Day } from "#web/brands/day.ts"
import type { Fact } from "#web/ui/text/facts.tsx"
import * as texts from "../texts.ts"

/** The due date of a row, or the date of the next bill if nothing is owed. */
export function DueDate({ product: { dueDate, nextBill } }: { product: Product }) {
  if (!nextBill) return <Day of={dueDate} />
  return (
    <span>
      {texts.nextBill}: <Day of={nextBill.dueDate} />
    </span>
  )
}

/** The same date with its label. */
export function dueFact({ dueDate, nextBill }: Product): Fact {
  if (nextBill) return { label: texts.nextBill, value: <Day of={nextBill.dueDate} /> }
  return { label: texts.dueDate, value: dueDate && <Day of={dueDate} /> }
}
