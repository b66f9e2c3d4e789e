import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./payment-center.module.css"

const rows = ["first", "second", "third"]

/** Placeholders for the content. */
export function CenterLoading() {
  return (
    <section className={styles.section} aria-labelledby="active-products">
      <VisuallyHidden>
        <span role="status">{texts.loadingYourProducts}</span>
      </VisuallyHidden>
      <h2 id="active-products">{texts.activeProducts}</h2>
      <Card className={styles.section}>
        {rows.map((row) => (
          <div key={row}>
            <Skeleton />
            <Skeleton shape="short-line" />
          </div>
        ))}
      </Card>
      <Skeleton shape="button" />
    </section>
  )
}
