import type { ComponentProps } from "react"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { CoverageEnd } from "#web/products/product/coverage.tsx"
import { unsaidCoverage } from "#web/products/product/next-step.ts"
import * as texts from "../texts.ts"
import styles from "./action-panel.module.css"
import { ChargeParts } from "./next-charge.tsx"
import { ProductActions } from "./product-actions.tsx"

/** The notes about the selected product, and its actions. */
export function ActionPanel(props: ComponentProps<typeof ProductActions>) {
  const { product, planned } = props
  return (
    <section className={styles.panel} aria-label={texts.selectedProduct}>
      <div className={styles.what}>
        <AmountNote product={product} />
        {unsaidCoverage(product, planned) && (
          <p>
            {texts.coveredUntil} <CoverageEnd planned={planned} />
          </p>
        )}
        <ChargeParts charge={planned.charge} />
      </div>
      <ProductActions {...props} />
    </section>
  )
}
