import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Card } from "#web/ui/card.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { AutoPayNotices } from "../product/auto-pay-notice.tsx"
import { disclaimerTitles } from "../product/disclaimer-titles.ts"
import { Disclaimers } from "../product/disclaimers.tsx"
import type { PlannedOf } from "../product/planned.ts"
import styles from "./dashboard.module.css"
import { Products } from "./dashboard-products.tsx"
import { DueCard } from "./due-card.tsx"
import { NothingDue } from "./nothing-due.tsx"
import { DashboardSections } from "./sections.tsx"
import * as texts from "./texts.ts"

interface DashboardViewProps {
  dashboard: Dashboard
  contents: Record<string, string>
  plannedOf: PlannedOf
  onPayNow: (product: Product) => void
}

export function DashboardView(props: DashboardViewProps) {
  const { dashboard, contents, plannedOf } = props
  const { paymentsDue, activeProducts, hasEAPlusProduct } = dashboard
  const memberNote = hasEAPlusProduct === "Y" ? contents["ea plus member note"] : ""
  const dueNumbers = paymentsDue.map(({ policyNumber }) => policyNumber)
  const notDue = activeProducts.filter(({ policyNumber }) => !dueNumbers.includes(policyNumber))
  return (
    <>
      <AutoPayNotices products={notDue} />
      <DashboardSections
        beside={paymentsDue.length <= 1}
        due={<PaymentsDue {...props} />}
        products={
          activeProducts.length > 0 ? (
            <Products products={activeProducts} plannedOf={plannedOf} />
          ) : (
            <Card>
              <p>{texts.noActiveProducts}</p>
            </Card>
          )
        }
      />
      {memberNote && <CleanHtml className={styles.memberNote} html={memberNote} />}
      <Disclaimers
        titles={[...disclaimerTitles(activeProducts), "site disclaimer", "transaction disclaimer"]}
        contents={contents}
      />
    </>
  )
}

type PaymentsDueProps = Omit<DashboardViewProps, "contents">

/** A card for each payment due, below a total that also names the amounts that are paid otherwise. */
function PaymentsDue({ dashboard, plannedOf, onPayNow }: PaymentsDueProps) {
  const { paymentsDue, totalDue, totalPastDue } = dashboard
  const otherwise = [dashboard.totalByAutoPay, dashboard.totalCombined] as const
  const [autoPay, combined] = otherwise.map((sum) => (sum === "0.00" ? "" : moneyText(sum)))
  if (paymentsDue.length === 0) {
    return <NothingDue products={dashboard.activeProducts} plannedOf={plannedOf} />
  }
  return (
    <>
      {(paymentsDue.length > 1 || autoPay || combined) && (
        <p className={styles.total}>
          <strong>{texts.toPay(moneyText(totalDue))}</strong>{" "}
          {totalPastDue !== "0.00" && texts.pastDuePart(moneyText(totalPastDue))}{" "}
          {(autoPay || combined) && texts.paidOtherwise(autoPay ?? "", combined ?? "")}
        </p>
      )}
      <ul className={styles.due}>
        {paymentsDue.map((product) => (
          <li key={product.policyNumber}>
            <DueCard
              product={product}
              charge={plannedOf(product.policyNumber).charge}
              onPayNow={onPayNow}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
