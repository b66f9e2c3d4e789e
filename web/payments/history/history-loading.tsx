import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Card } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./payment-history.module.css"
import * as texts from "./texts.ts"

const places = ["first", "second", "third"]

/** Keeps the places of what comes. */
export function HistoryLoading() {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{texts.loadingYourPayments}</span>
      </VisuallyHidden>
      <div className={styles.list}>
        {places.map((place) => (
          <Card key={place}>
            <Skeleton shape="title" />
            <Skeleton />
            <Skeleton shape="short-line" />
          </Card>
        ))}
      </div>
    </>
  )
}
