import type { ComponentProps } from "react"
import { Amount } from "#web/products/product/amount.tsx"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { DueLine } from "#web/products/product/due-line.tsx"
import styles from "./action-panel.module.css"
import { NextCharge, type Planned } from "./next-charge.tsx"
import { ProductActions } from "./product-actions.tsx"
import * as texts from "./texts.ts"

type ActionPanelProps = ComponentProps<typeof ProductActions> & Planned

/** The actions for the selected product. They stay in view below a long table. */
export function ActionPanel({ product, charge, coveredUntil, ...actions }: ActionPanelProps) {
  return (
    <section className={styles.panel} aria-label={texts.selectedProduct}>
      <div className={styles.what}>
        <p className={styles.name}>{product.productDesc}</p>
        <div className={styles.due}>
          <Amount product={product} large />
          <DueLine product={product} />
        </div>
        <AmountNote product={product} />
        {coveredUntil && (
          <p>
            {texts.coveredUntil} <time>{coveredUntil}</time>
          </p>
        )}
        {charge && <NextCharge charge={charge} />}
      </div>
      <ProductActions product={product} charge={charge} {...actions} />
    </section>
  )
}
