import { centsOf } from "#contracts/money.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { classNames } from "#web/ui/class-names.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Dated } from "#web/ui/text/dated.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { amountOfBadge } from "../product/amount-of-badge.ts"
import { hasPayButton } from "../product/auto-pay-notice.tsx"
import type { PlannedOf } from "../product/planned.ts"
import * as texts from "../texts.ts"
import { ComingLines } from "./coming-lines.tsx"
import type { Coming } from "./coming-sentences.ts"
import styles from "./hero.module.css"
import { owedSentences } from "./owed-sentences.ts"

interface TotalCardProps {
  dashboard: Dashboard
  plannedOf: PlannedOf
  coming: Coming
  /** The payment to make first; undefined if none is more urgent than the others. */
  first: Product | undefined
  onPayNow: (product: Product) => void
  /** Content below the rule. */
  children?: Elements
}

/** The sum of several payments due, above their cards. */
export function TotalCard(props: TotalCardProps) {
  const { dashboard, plannedOf, coming, first, onPayNow, children } = props
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
      {first && (
        <Button
          className={styles.first}
          look={hasPayButton(first) ? "secondary" : "primary"}
          onClick={() => onPayNow(first)}
        >
          <span>
            <span>{texts.payTheFirst(moneyText(amountOfBadge(first)))}</span>
            <VisuallyHidden>{texts.forLabel(first.productDesc)}</VisuallyHidden>
          </span>
        </Button>
      )}
      <ComingLines lines={[coming.autoPay, coming.combined]}>{children}</ComingLines>
    </Card>
  )
}
