import { Card } from "#web/ui/card.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import * as texts from "../texts.ts"
import styles from "./dashboard-loading.module.css"
import { DashboardSections } from "./sections.tsx"

const rows = ["first", "second", "third"]

/** Placeholders for the content. */
export function DashboardLoading() {
  return (
    <DashboardSections
      beside
      due={
        <Card className={styles.card}>
          <LoadingText text={texts.loadingYourProducts} />
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
  )
}
