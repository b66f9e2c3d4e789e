import { useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useDesktop } from "#web/app/use-desktop.ts"
import { AutoPayNotices } from "#web/products/product/auto-pay-notice.tsx"
import { disclaimerTitles } from "#web/products/product/disclaimer-titles.ts"
import { Disclaimers } from "#web/products/product/disclaimers.tsx"
import { NoProducts } from "#web/products/product/no-products.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { advertFeeText, canStartAutoPay } from "../auto-pay/charge-terms.ts"
import * as texts from "../texts.ts"
import styles from "./payment-center.module.css"
import { ProductCards } from "./product-cards.tsx"
import { pastDueTotalOf } from "./product-groups.ts"
import type { ProductsProps } from "./products-props.ts"
import { ProductsTable } from "./products-table.tsx"

/** The active products, one of them selected, with the actions for it. */
export function ProductsView(props: ProductsProps & { contents: Record<string, string> }) {
  const { products, selected, contents, onSelect } = props
  const isDesktop = useDesktop()
  const pastDueTotal = pastDueTotalOf(products)
  const { space, keep } = useSteadyRows(selected?.policyNumber)
  const steady: ProductsProps = {
    ...props,
    onSelect(product, row) {
      keep(row)
      onSelect(product, row)
    },
  }
  // Hidden from customers whose auto pay has just failed, or who have it wherever they can.
  const hasNotice = products.some(({ autoPayNotice }) => autoPayNotice !== null)
  const marketing = !hasNotice && products.some(canStartAutoPay) && contents["autopay marketing"]
  const fee = advertFeeText(products)
  return (
    <>
      <section className={styles.section} aria-labelledby="active-products">
        <h2 id="active-products">{texts.activeProducts}</h2>
        {products.length === 0 ? (
          <NoProducts />
        ) : (
          <>
            <AutoPayNotices
              products={products}
              named={products.length > 1}
              onPayNow={props.onPayNow}
            />
            {pastDueTotal && <p className={styles.total}>{pastDueTotal}</p>}
            <div className={styles.products} style={{ paddingTop: space }}>
              {isDesktop ? <ProductsTable {...steady} /> : <ProductCards {...steady} />}
            </div>
          </>
        )}
      </section>
      {marketing && (
        <div className={styles.marketing}>
          <CleanHtml html={marketing} />
          {fee && <p>{fee}</p>}
        </div>
      )}
      <Disclaimers
        titles={[...disclaimerTitles(products), "site disclaimer", "transaction disclaimer"]}
        contents={contents}
      />
    </>
  )
}

/**
 * Keeps a selected row in place on the screen although the row above it closes: the page scrolls by
 * as much as the row moved. If the page cannot scroll up that far, `space` above the list adds the
 * rest, in pixels.
 */
function useSteadyRows(selected: string | undefined) {
  const kept = useRef<{ row: Element; top: number } | null>(null)
  const [space, setSpace] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each selection
  useLayoutEffect(() => {
    if (!kept.current) return
    const { row, top } = kept.current
    kept.current = null
    const moved = row.getBoundingClientRect().top - top
    const from = scrollY
    scrollBy({ top: moved, behavior: "instant" })
    const missing = scrollY - from - moved
    if (missing > 1) setSpace(space + missing)
  }, [selected])

  useLayoutEffect(() => {
    if (space === 0) return
    // The extra space is removed once it is above the visible part.
    const onScroll = () => {
      if (scrollY < space) return
      flushSync(() => setSpace(0))
      scrollBy({ top: -space, behavior: "instant" })
    }
    addEventListener("scroll", onScroll, { passive: true })
    return () => removeEventListener("scroll", onScroll)
  }, [space])

  return {
    space,
    /** Call it with the row before it is selected. */
    keep(row: Element) {
      kept.current = { row, top: row.getBoundingClientRect().top }
    },
  }
}
