import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import styles from "./payment-methods.module.css"
import * as texts from "./texts.ts"

const places = ["first", "second", "third"]

/** Keeps the places of the methods that come. */
export function MethodsLoading() {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{texts.loadingMethods}</span>
      </VisuallyHidden>
      <div className={styles.methods}>
        {places.map((place) => (
          <Card key={place} className={styles.loading}>
            <Skeleton shape="title" />
            <Skeleton shape="short-line" />
            <Skeleton shape="short-line" />
            <Skeleton shape="button" />
          </Card>
        ))}
      </div>
    </>
  )
}
