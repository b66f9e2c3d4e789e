import type { Elements } from "#web/ui/elements.ts"
import * as texts from "../texts.ts"
import styles from "./sections.module.css"

interface DashboardSectionsProps {
  due: Elements
  products: Elements
  /**
   * Whether the sections are side by side from 768 px on, which is possible for at most one due
   * product.
   */
  beside: boolean
}

export function DashboardSections({ due, products, beside }: DashboardSectionsProps) {
  return (
    <div className={beside ? styles.beside : styles.stacked}>
      <section aria-labelledby="payments-due">
        <h2 id="payments-due">{texts.paymentsDue}</h2>
        {due}
      </section>
      <section aria-labelledby="active-products">
        <h2 id="active-products">{texts.yourActiveProducts}</h2>
        {products}
      </section>
    </div>
  )
}
