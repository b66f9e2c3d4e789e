import { CircleCheck } from "lucide"
import { dayInWords } from "#contracts/dates.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { classNames } from "#web/ui/class-names.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Icon } from "#web/ui/icon.tsx"
import { Dated, Sentences } from "#web/ui/text/dated.tsx"
import { Amount } from "../product/amount.tsx"
import { AmountNote } from "../product/amount-note.tsx"
import { hasPayButton } from "../product/auto-pay-notice.tsx"
import { Coverage } from "../product/coverage.tsx"
import { owedStepsOf } from "../product/next-step.ts"
import type { Planned } from "../product/planned.ts"
import { ProductLink, ProductNumber } from "../product/product-link.tsx"
import { StatusBadge } from "../product/status-badge.tsx"
import * as texts from "../texts.ts"
import styles from "./due-card.module.css"
import hero from "./hero.module.css"
import { PayNow } from "./pay-now-button.tsx"

interface DueCardProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY. */
  today: string
  onPayNow: (product: Product) => void
  /** Whether the charge of auto pay for its other bills is stated elsewhere. */
  isChargeSaid?: boolean
  /** Whether the filled button of another payment stands above. */
  isAfterFirst?: boolean
  /** Content below the button, if this is the only payment due. */
  children?: Elements
}

/** One product with a payment due: the amount, the coverage that it pays for, and the next step. */
export function DueCard(props: DueCardProps) {
  const { product, planned, today, onPayNow, isChargeSaid, isAfterFirst, children } = props
  const { coverage, others, charge, isSettled } = owedStepsOf(product, planned, today)
  // The notice or the total above has the filled button.
  const isSecondary = isSettled || hasPayButton(product) || isAfterFirst
  const sentences = isChargeSaid ? others : [...others, ...charge]
  return (
    <Card className={classNames(styles.card, !children && styles.small)}>
      <div className={styles.head}>
        <h3 className={styles.product}>
          <ProductLink product={product} withoutNumber />
        </h3>
        <StatusBadge product={product} planned={planned} withoutDay />
        <ProductNumber product={product} />
      </div>
      {isSettled ? (
        <PaidByAutoPay product={product} day={dayInWords(planned.charge?.dueDate ?? "", today)} />
      ) : (
        <Amount product={product} large />
      )}
      <Coverage planned={planned} today={today} sentences={coverage} />
      <Sentences of={sentences} />
      <div className={styles.pay}>
        <PayNow
          product={product}
          onPayNow={onPayNow}
          look={isSecondary ? "secondary" : "primary"}
        />
        <AmountNote product={product} />
      </div>
      {children}
    </Card>
  )
}

/** The amount past due and the day on which auto pay pays it, as without a payment due. */
function PaidByAutoPay({ product, day }: Pick<DueCardProps, "product"> & { day: string }) {
  return (
    <div className={classNames(hero.done, styles.settled)}>
      <Icon of={CircleCheck} size={24} />
      <div>
        <span>{texts.autoPayPaysIt}</span> <Amount product={product} />{" "}
        <Dated text={texts.onDay(day)} />
      </div>
    </div>
  )
}
