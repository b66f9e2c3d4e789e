import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { nextBillText } from "../product/due-texts.ts"
import styles from "./dashboard.module.css"
import * as texts from "./texts.ts"

/** Nothing is due, and the next bill of these products that is known. */
export function NothingDue({ products }: { products: readonly Product[] }) {
  const [next] = products
    .flatMap(({ nextBill, productDesc }) => (nextBill ? [{ ...nextBill, productDesc }] : []))
    .toSorted((one, other) => sortableDate(one.dueDate).localeCompare(sortableDate(other.dueDate)))
  return (
    <Card className={styles.nothingDue}>
      <p>{texts.nothingIsDueNow}</p>
      {next && (
        <p>
          {texts.nextBill(nextBillText(next))} {next.productDesc}
        </p>
      )}
    </Card>
  )
}
