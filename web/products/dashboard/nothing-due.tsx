import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { NextSteps } from "../product/next-steps.tsx"
import type { PlannedOf } from "../product/planned.ts"
import { ProductLink } from "../product/product-link.tsx"
import styles from "./dashboard.module.css"
import * as texts from "./texts.ts"

interface NothingDueProps {
  products: readonly Product[]
  plannedOf: PlannedOf
  /** MM/DD/YYYY of the client. */
  today: string
}

/** Names the product with the earliest of all bills that are known, when nothing has to be paid now. */
export function NothingDue({ products, plannedOf, today }: NothingDueProps) {
  const [next] = products
    .filter((product) => dayOf(product) !== "")
    .sort((one, other) => dayOf(one).localeCompare(dayOf(other)))
  return (
    <Card className={styles.nothingDue}>
      {next ? (
        <>
          <h3 className={styles.name}>
            <ProductLink product={next} />
          </h3>
          <NextSteps product={next} planned={plannedOf(next.policyNumber)} today={today} />
        </>
      ) : (
        <p>{texts.noBill}</p>
      )}
    </Card>
  )
}

/** The day of the bill that auto pay or the combined bill pays, or of the one that follows. "" without one. */
function dayOf({ nextBill, dueAmounts }: Product): string {
  const day = nextBill?.dueDate ?? dueAmounts[0]?.dueDate
  return day ? sortableDate(day) : ""
}
