import type { Dashboard } from "#contracts/products/dashboard.ts"
import { Skeleton } from "#web/ui/skeleton.tsx"
import styles from "./dashboard.module.css"
import { owedSentences } from "./owed-sentences.ts"

/** The total amount owed and its due dates, above everything else. */
export function OwedLine({ dashboard }: { dashboard: Dashboard }) {
  const [first, ...others] = owedSentences(dashboard)
  return (
    <p className={styles.owed}>
      <strong>{first}</strong> <span>{others.join(" ")}</span>
    </p>
  )
}

/** A placeholder for the line. */
export function OwedLoading() {
  return (
    <div className={styles.owed}>
      <Skeleton />
    </div>
  )
}
