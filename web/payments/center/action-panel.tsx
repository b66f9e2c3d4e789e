import type { ComponentProps } from "react"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import type { Planned } from "#web/products/product/planned.ts"
import styles from "./action-panel.module.css"
import { NextCharge, SkippedNote } from "./next-charge.tsx"
import { ProductActions } from "./product-actions.tsx"
import * as texts from "./texts.ts"

type ActionPanelProps = ComponentProps<typeof ProductActions> & Planned

/** The next charge of the selected product, and its actions. */
export function ActionPanel({ product, charge, coveredUntil, ...actions }: ActionPanelProps) {
  // A note with a mark stands beside the product's name.
  const hasOwnNote = product.amountDueSpecialCharacter === ""
  return (
    <section className={styles.panel} aria-label={texts.selectedProduct}>
      <div className={styles.what}>
        {hasOwnNote && <AmountNote product={product} />}
        {coveredUntil && (
          <p>
            {texts.coveredUntil} <time>{coveredUntil}</time>
          </p>
        )}
        <SkippedNote product={product} />
        <NextCharge product={product} charge={charge} />
      </div>
      <ProductActions product={product} charge={charge} {...actions} />
    </section>
  )
}
