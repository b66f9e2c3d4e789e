import type { ComponentProps } from "react"
import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import styles from "./action-panel.module.css"
import { ProductActions } from "./product-actions.tsx"
import * as texts from "./texts.ts"

type ActionPanelProps = ComponentProps<typeof ProductActions>

const when: Partial<Record<Product["paymentStatusDisplayStyle"], string>> = {
  pastdue: texts.wasDue,
  autopay: texts.chargedOn,
}

/** The actions for the selected product. They stay in view below a long table. */
export function ActionPanel({ product, ...actions }: ActionPanelProps) {
  return (
    <section className={styles.panel} aria-label={texts.selectedProduct}>
      <div className={styles.what}>
        <p className={styles.name}>{product.productDesc}</p>
        <div className={styles.due}>
          <Amount product={product} large />
          {product.dueDate && (
            <p>
              {when[product.paymentStatusDisplayStyle] ?? texts.dueBy}{" "}
              <time>{product.dueDate}</time>
            </p>
          )}
        </div>
      </div>
      <ProductActions product={product} {...actions} />
    </section>
  )
}
