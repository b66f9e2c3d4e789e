import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { ChargeDay } from "../product/due-line.tsx"
import { nextBillText } from "../product/due-texts.ts"
import type { PlannedOf } from "../product/planned.ts"
import styles from "./dashboard.module.css"
import * as texts from "./texts.ts"

interface NothingDueProps {
  products: readonly Product[]
  plannedOf: PlannedOf
}

/** Says that the customer need not pay now, and names the earliest of all bills that are known. */
export function NothingDue({ products, plannedOf }: NothingDueProps) {
  const [next] = products
    .flatMap((product) => nextOf(product) ?? [])
    .toSorted((one, other) => sortableDate(one.dueDate).localeCompare(sortableDate(other.dueDate)))
  return (
    <Card className={styles.nothingDue}>
      <p>{texts.nothingIsDueNow}</p>
      {next && (
        <div>
          <p>
            {next.text(nextBillText(next))} {next.product.productDesc}
          </p>
          <ChargeDay product={next.product} charge={plannedOf(next.product.policyNumber).charge} />
        </div>
      )}
    </Card>
  )
}

/** A bill that auto pay or the combined bill pays, or the one that follows when nothing is owed. */
function nextOf(product: Product) {
  const { nextBill, dueAmounts, paymentStatusDisplayStyle } = product
  if (nextBill) return { ...nextBill, product, text: texts.nextBill }
  const [oldest] = dueAmounts
  if (!oldest) return undefined
  const isCombined = paymentStatusDisplayStyle === "combinedbill"
  return { ...oldest, product, text: isCombined ? texts.nextCombined : texts.nextAutoPay }
}
