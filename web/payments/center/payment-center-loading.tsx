import { Card } from "#web/ui/card.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import * as texts from "../texts.ts"
import styles from "./payment-center.module.css"

const rows = ["first", "second", "third"]

/** Placeholders for the content. */
export function CenterLoading() {
  return (
    <section className={styles.section} aria-labelledby="active-products">
      <h2 id="active-products">{texts.activeProducts}</h2>
      <Card className={styles.section}>
        <LoadingText text={texts.loadingYourProducts} />
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
