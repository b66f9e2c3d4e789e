import { centsOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { Card } from "#web/ui/card.tsx"
import { classNames } from "#web/ui/class-names.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Dated } from "#web/ui/text/dated.tsx"
import type { PlannedOf } from "../product/planned.ts"
import { ComingLines } from "./coming-lines.tsx"
import type { Coming } from "./coming-sentences.ts"
import styles from "./hero.module.css"
import { owedSentences } from "./owed-sentences.ts"

interface TotalCardProps {
  dashboard: Dashboard
  plannedOf: PlannedOf
  coming: Coming
  /** Content below the rule. */
  children?: Elements
}

/** The sum of several payments due, above their cards. */
export function TotalCard({ dashboard, plannedOf, coming, children }: TotalCardProps) {
  const { headline, rest } = owedSentences(dashboard, plannedOf)
  const isLate = centsOf(dashboard.totalPastDue) > 0
  return (
    <Card className={styles.hero}>
      <p className={classNames(styles.headline, isLate && styles.late)}>{headline}</p>
      {rest && (
        <p>
          <Dated text={rest} />
        </p>
      )}
      <ComingLines lines={[coming.autoPay, coming.combined]}>{children}</ComingLines>
    </Card>
  )
}
