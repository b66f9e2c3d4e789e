import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./products.module.css"
import * as texts from "./texts.ts"

const rows = ["first", "second", "third"]

/** Keeps the places of what comes. */
export function ProductsLoading() {
  return (
    <section className={styles.section} aria-labelledby="active-products">
      <h2 id="active-products">{texts.activeProducts}</h2>
      <VisuallyHidden>
        <span role="status">{texts.loadingYourProducts}</span>
      </VisuallyHidden>
      <Card className={styles.loading}>
        {rows.map((row) => (
          <div key={row}>
            <Skeleton />
            <Skeleton shape="short-line" />
          </div>
        ))}
      </Card>
    </section>
  )
}
