import { CircleCheck, Clock, Info } from "lucide"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { Dated, Sentences } from "#web/ui/text/dated.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { Coverage } from "../product/coverage.tsx"
import { coverageSteps } from "../product/next-step.ts"
import { debitText, type PlannedOf } from "../product/planned.ts"
import * as texts from "../texts.ts"
import type { Calm } from "./calm.ts"
import { ComingLines } from "./coming-lines.tsx"
import type { Coming } from "./coming-sentences.ts"
import styles from "./hero.module.css"
import { LastPayment, type MadePayment } from "./last-payment.tsx"

interface CalmCardProps {
  /** The newest payment that was made. */
  last: MadePayment | undefined
  dashboard: Dashboard
  plannedOf: PlannedOf
  calm: Calm
  coming: Coming
}

/** The state without a payment due: who pays what next, and until when that covers. */
export function CalmCard({ last, dashboard, plannedOf, calm, coming }: CalmCardProps) {
  const { kind, sentences, product } = calm
  const { activeProducts, currentDate } = dashboard
  const planned = product ? plannedOf(product.policyNumber) : {}
  const autoPay = kind === "autoPay" ? "" : coming.autoPay
  // Nothing is paid until the bank can no longer return it.
  const isOnItsWay = kind === "paid" && last !== undefined && last.onItsWay !== "0.00"
  const headline = isOnItsWay ? texts.onItsWay(moneyText(last.onItsWay)) : calm.headline
  return (
    <Card className={styles.hero}>
      <p className={kind === "other" || isOnItsWay ? styles.plain : styles.done}>
        <Icon of={isOnItsWay ? Clock : kind === "other" ? Info : CircleCheck} size={24} />
        <span>
          <Dated text={headline} />
        </span>
      </p>
      {product && (
        <Coverage
          planned={planned}
          today={currentDate}
          sentences={coverageSteps(product, planned, currentDate)}
        />
      )}
      <Sentences of={sentences} />
      {isOnItsWay && <p>{debitText(texts.bankCanReturn, planned)}</p>}
      {kind === "paid" && !isOnItsWay && <LastPayment last={last} today={currentDate} />}
      {activeProducts.length > 0 && <ComingLines lines={[autoPay, coming.combined]} />}
    </Card>
  )
}
