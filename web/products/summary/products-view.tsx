import type { ProductSummary } from "#contracts/products/products.ts"
import { AnnualCostNote } from "../product/amount-note.tsx"
import { disclaimerTitles } from "../product/disclaimer-titles.ts"
import { Disclaimers } from "../product/disclaimers.tsx"
import { NoProducts } from "../product/no-products.tsx"
import { ActiveProducts } from "./active-products.tsx"
import { InactiveProducts } from "./inactive-products.tsx"
import styles from "./products.module.css"
import * as texts from "./texts.ts"

interface ProductsViewProps {
  summary: ProductSummary
  contents: Record<string, string>
}

export function ProductsView({ summary, contents }: ProductsViewProps) {
  const { activeProducts, inactiveProducts } = summary
  const hasMark = activeProducts.some(
    ({ annualPremiumSpecialCharacter }) => annualPremiumSpecialCharacter !== "",
  )
  return (
    <>
      <section className={styles.section} aria-labelledby="active-products">
        <h2 id="active-products">{texts.activeProducts}</h2>
        {activeProducts.length > 0 ? <ActiveProducts products={activeProducts} /> : <NoProducts />}
        {hasMark && <AnnualCostNote contents={contents} />}
      </section>
      <Disclaimers
        titles={[...disclaimerTitles(activeProducts), "site disclaimer"]}
        contents={contents}
      />
      {inactiveProducts.length > 0 && <InactiveProducts products={inactiveProducts} />}
    </>
  )
}
