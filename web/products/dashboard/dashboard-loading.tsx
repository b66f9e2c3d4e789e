import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./dashboard-loading.module.css"
import { DashboardSections } from "./sections.tsx"

const rows = ["first", "second", "third"]

/** Placeholders for the content. */
export function DashboardLoading() {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{texts.loadingYourProducts}</span>
      </VisuallyHidden>
      <DashboardSections
        beside
        due={
          <Card className={styles.card}>
            <div>
              <Skeleton />
              <Skeleton shape="short-line" />
            </div>
            <Skeleton shape="amount" />
            <div>
              <Skeleton />
              <Skeleton shape="short-line" />
            </div>
            <Skeleton shape="button" />
          </Card>
        }
        products={
          <Card className={styles.card}>
            {rows.map((row) => (
              <div key={row}>
                <Skeleton />
                <Skeleton shape="short-line" />
              </div>
            ))}
          </Card>
        }
      />
    </>
  )
}
