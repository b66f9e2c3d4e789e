import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { nextBillText } from "../product/due-texts.ts"
import styles from "./dashboard.module.css"
import * as texts from "./texts.ts"

/** Says that the customer need not pay now, and names the earliest of all bills that are known. */
export function NothingDue({ products }: { products: readonly Product[] }) {
  const [next] = products
    .flatMap((product) => nextOf(product) ?? [])
    .toSorted((one, other) => sortableDate(one.dueDate).localeCompare(sortableDate(other.dueDate)))
  return (
    <Card className={styles.nothingDue}>
      <p>{texts.nothingIsDueNow}</p>
      {next && (
        <p>
          {next.text(nextBillText(next))} {next.productDesc}
        </p>
      )}
    </Card>
  )
}

/** A bill that auto pay or the combined bill pays, or the one that follows when nothing is owed. */
function nextOf({ nextBill, dueAmounts, paymentStatusDisplayStyle, productDesc }: Product) {
  if (nextBill) return { ...nextBill, productDesc, text: texts.nextBill }
  const [oldest] = dueAmounts
  if (!oldest) return undefined
  const isCombined = paymentStatusDisplayStyle === "combinedbill"
  return { ...oldest, productDesc, text: isCombined ? texts.nextCombined : texts.nextAutoPay }
}
