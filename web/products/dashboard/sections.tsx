import type { Elements } from "#web/ui/elements.ts"
import * as texts from "../texts.ts"
import styles from "./sections.module.css"

interface DashboardSectionsProps {
  due: Elements
  products: Elements
  /** From 768 px on: side by side, for at most one product that is due. */
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
