import type { ComponentProps } from "react"
import { Day } from "#web/brands/day.ts"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { unsaidCoverage } from "#web/products/product/next-step.ts"
import type { Planned } from "#web/products/product/planned.ts"
import * as texts from "../texts.ts"
import styles from "./action-panel.module.css"
import { ChargeParts } from "./next-charge.tsx"
import { ProductActions } from "./product-actions.tsx"

type ActionPanelProps = ComponentProps<typeof ProductActions> & Planned

/** The notes about the selected product, and its actions. */
export function ActionPanel({
  product,
  charge,
  coveredUntil,
  graceUntil,
  ...actions
}: ActionPanelProps) {
  const covered = unsaidCoverage(product, { charge, coveredUntil, graceUntil })
  return (
    <section className={styles.panel} aria-label={texts.selectedProduct}>
      <div className={styles.what}>
        <AmountNote product={product} />
        {covered && (
          <p>
            {texts.coveredUntil} <Day of={covered} />
          </p>
        )}
        <ChargeParts charge={charge} />
      </div>
      <ProductActions product={product} charge={charge} {...actions} />
    </section>
  )
}
