import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./product-details.module.css"
import * as texts from "./texts.ts"

const labels = [
  texts.coverageType,
  texts.status,
  texts.coverageEffectiveDate,
  texts.paymentDueDate,
  texts.paymentFrequency,
]

/** Keeps the places of what comes, and the words that nearly every product has. */
export function DetailsLoading() {
  return (
    <section className={styles.section} aria-labelledby="product-overview">
      <h2 id="product-overview">{texts.productOverview}</h2>
      <VisuallyHidden>
        <span role="status">{texts.loadingThisProduct}</span>
      </VisuallyHidden>
      <Card>
        <div aria-hidden="true">
          <Facts
            wide
            facts={labels.map((label) => ({ label, value: <Skeleton shape="short-line" /> }))}
          />
        </div>
      </Card>
    </section>
  )
}
