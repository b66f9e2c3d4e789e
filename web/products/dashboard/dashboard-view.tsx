import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { AutoPayNotices } from "../product/auto-pay-notice.tsx"
import { disclaimerTitles } from "../product/disclaimer-titles.ts"
import { Disclaimers } from "../product/disclaimers.tsx"
import { NoProducts } from "../product/no-products.tsx"
import type { PlannedOf } from "../product/planned.ts"
import * as texts from "../texts.ts"
import { calmOf } from "./calm.ts"
import { CalmCard } from "./calm-card.tsx"
import { ComingLines } from "./coming-lines.tsx"
import { type Coming, comingOf } from "./coming-sentences.ts"
import styles from "./dashboard.module.css"
import { Products } from "./dashboard-products.tsx"
import { DueCard } from "./due-card.tsx"
import { type MadePayment, RecentPayment } from "./last-payment.tsx"
import { firstToPay } from "./owed-sentences.ts"
import { DashboardSections } from "./sections.tsx"
import { TotalCard } from "./total-card.tsx"

interface DashboardViewProps {
  dashboard: Dashboard
  contents: Record<string, string>
  plannedOf: PlannedOf
  /** The newest payment that was made. */
  last: MadePayment | undefined
  onPayNow: (product: Product) => void
}

export function DashboardView(props: DashboardViewProps) {
  const { dashboard, contents, plannedOf, last, onPayNow } = props
  const { paymentsDue, activeProducts, hasEAPlusProduct } = dashboard
  const coming = comingOf(dashboard, plannedOf)
  const calm = paymentsDue.length === 0 ? calmOf(dashboard, plannedOf) : undefined
  const said = [...coming.said, ...(calm?.product ? [calm.product.policyNumber] : [])]
  const memberNote = hasEAPlusProduct === "Y" ? contents["ea plus member note"] : ""
  const notices = activeProducts.filter(
    ({ autoPayNotice, policyNumber }) =>
      autoPayNotice?.state !== "announced" || !said.includes(policyNumber),
  )
  return (
    <>
      <AutoPayNotices products={notices} onPayNow={onPayNow} named={activeProducts.length > 1} />
      <DashboardSections
        beside={paymentsDue.length <= 1}
        due={
          calm ? (
            <CalmCard {...{ last, dashboard, plannedOf, calm, coming }} />
          ) : (
            <PaymentsDue {...{ dashboard, plannedOf, last, onPayNow, coming }} />
          )
        }
        products={
          activeProducts.length > 0 ? (
            <Products dashboard={dashboard} plannedOf={plannedOf} said={said} />
          ) : (
            <NoProducts hasOthers={dashboard.hasOnlyInactiveProducts === "Y"} />
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

interface PaymentsDueProps
  extends Pick<DashboardViewProps, "dashboard" | "plannedOf" | "last" | "onPayNow"> {
  coming: Coming
}

/** The only payment due, or the sum of several and a card for each. */
function PaymentsDue({ dashboard, plannedOf, last, onPayNow, coming }: PaymentsDueProps) {
  const { paymentsDue, currentDate: today } = dashboard
  const isDesktop = useDesktop()
  const dueCard = (product: Product) => ({
    ...{ product, today, onPayNow },
    planned: plannedOf(product.policyNumber),
  })
  const recent = <RecentPayment last={last} today={today} />
  const [only, ...others] = paymentsDue
  if (only && others.length === 0) {
    return (
      <DueCard {...dueCard(only)} isChargeSaid={coming.said.includes(only.policyNumber)}>
        <ComingLines lines={[coming.autoPay, coming.combined]}>{recent}</ComingLines>
      </DueCard>
    )
  }
  const first = firstToPay(dashboard, plannedOf)
  const cards = paymentsDue.map((product) => (
    <li key={product.policyNumber}>
      <DueCard {...dueCard(product)} isAfterFirst={first !== undefined} />
    </li>
  ))
  return (
    <>
      <TotalCard {...{ dashboard, plannedOf, coming, first, onPayNow }}>{recent}</TotalCard>
      {isDesktop ? (
        <ul className={styles.due}>{cards}</ul>
      ) : (
        <GrowingList label={texts.paymentsDue}>{cards}</GrowingList>
      )}
    </>
  )
}
