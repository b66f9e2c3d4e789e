import { CircleCheck, Info } from "lucide"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { Dated, Sentences } from "#web/ui/text/dated.tsx"
import { Coverage } from "../product/coverage.tsx"
import { coverageSteps } from "../product/next-step.ts"
import type { PlannedOf } from "../product/planned.ts"
import type { Calm } from "./calm.ts"
import { ComingLines } from "./coming-lines.tsx"
import type { Coming } from "./coming-sentences.ts"
import styles from "./hero.module.css"
import { LastPayment } from "./last-payment.tsx"

interface CalmCardProps {
  /** The newest payment that was made. */
  last: PastPayment | undefined
  dashboard: Dashboard
  plannedOf: PlannedOf
  calm: Calm
  coming: Coming
}

/** The state without a payment due: who pays what next, and until when that covers. */
export function CalmCard({ last, dashboard, plannedOf, calm, coming }: CalmCardProps) {
  const { kind, headline, sentences, product } = calm
  const { activeProducts, currentDate } = dashboard
  const planned = product ? plannedOf(product.policyNumber) : {}
  const autoPay = kind === "autoPay" ? "" : coming.autoPay
  return (
    <Card className={styles.hero}>
      <p className={kind === "other" ? styles.plain : styles.done}>
        <Icon of={kind === "other" ? Info : CircleCheck} size={24} />
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
      {kind === "paid" && <LastPayment last={last} today={currentDate} />}
      {activeProducts.length > 0 && <ComingLines lines={[autoPay, coming.combined]} />}
    </Card>
  )
}
