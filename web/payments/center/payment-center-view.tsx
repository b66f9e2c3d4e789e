import { useDesktop } from "#web/app/use-desktop.ts"
import { AutoPayNotices } from "#web/products/product/auto-pay-notice.tsx"
import { disclaimerTitles } from "#web/products/product/disclaimer-titles.ts"
import { Disclaimers } from "#web/products/product/disclaimers.tsx"
import { Card } from "#web/ui/card.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./payment-center.module.css"
import { ProductCards } from "./product-cards.tsx"
import type { ProductsProps } from "./products-props.ts"
import { ProductsTable } from "./products-table.tsx"
import * as texts from "./texts.ts"

/** The active products, one of them selected, with what can be done about that one. */
export function ProductsView(props: ProductsProps & { contents: Record<string, string> }) {
  const { products, contents } = props
  const isDesktop = useDesktop()
  // Not to a customer whose auto pay has just failed.
  const hasNotice = products.some(({ autoPayNotice }) => autoPayNotice !== null)
  const marketing = hasNotice ? "" : contents["autopay marketing"]
  return (
    <>
      <section className={styles.section} aria-labelledby="active-products">
        <h2 id="active-products">{texts.activeProducts}</h2>
        {products.length === 0 ? (
          <Card>
            <p>{texts.noActiveProducts}</p>
          </Card>
        ) : isDesktop ? (
          <>
            <AutoPayNotices products={products} />
            <ProductsTable {...props} />
          </>
        ) : (
          <ProductCards {...props} />
        )}
      </section>
      {marketing && <CleanHtml className={styles.marketing} html={marketing} />}
      <Disclaimers
        titles={[...disclaimerTitles(products), "site disclaimer", "transaction disclaimer"]}
        contents={contents}
      />
    </>
  )
}
