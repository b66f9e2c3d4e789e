import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Card } from "#web/ui/card.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { AutoPayNotices } from "../product/auto-pay-notice.tsx"
import { disclaimerTitles } from "../product/disclaimer-titles.ts"
import { Disclaimers } from "../product/disclaimers.tsx"
import { NextSteps } from "../product/next-steps.tsx"
import { NoProducts } from "../product/no-products.tsx"
import type { PlannedOf } from "../product/planned.ts"
import { ProductLink } from "../product/product-link.tsx"
import * as texts from "../texts.ts"
import styles from "./dashboard.module.css"
import { Products } from "./dashboard-products.tsx"
import { DueCard } from "./due-card.tsx"
import { OwedLine } from "./owed-line.tsx"
import { paidOtherwise } from "./owed-sentences.ts"
import { DashboardSections } from "./sections.tsx"

interface DashboardViewProps {
  dashboard: Dashboard
  contents: Record<string, string>
  plannedOf: PlannedOf
  onPayNow: (product: Product) => void
}

export function DashboardView(props: DashboardViewProps) {
  const { dashboard, contents, plannedOf } = props
  const { paymentsDue, activeProducts, hasEAPlusProduct, currentDate } = dashboard
  const otherwise = paidOtherwise(dashboard)
  const memberNote = hasEAPlusProduct === "Y" ? contents["ea plus member note"] : ""
  const dueNumbers = paymentsDue.map(({ policyNumber }) => policyNumber)
  const notDue = activeProducts.filter(({ policyNumber }) => !dueNumbers.includes(policyNumber))
  return (
    <>
      <OwedLine dashboard={dashboard} />
      <AutoPayNotices products={notDue} />
      <DashboardSections
        beside={paymentsDue.length <= 1}
        due={
          <>
            <PaymentsDue {...props} />
            {otherwise && <p className={styles.otherwise}>{otherwise}</p>}
            {activeProducts.length > 0 && (
              <p>
                <TextLink alone href={screens.upcoming.path}>
                  {texts.seeComing}
                </TextLink>
              </p>
            )}
          </>
        }
        products={
          activeProducts.length > 0 ? (
            <Products products={activeProducts} plannedOf={plannedOf} today={currentDate} />
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

type PaymentsDueProps = Omit<DashboardViewProps, "contents">

/** One card per payment due. */
function PaymentsDue({ dashboard, plannedOf, onPayNow }: PaymentsDueProps) {
  const { paymentsDue, activeProducts, currentDate } = dashboard
  const isDesktop = useDesktop()
  if (paymentsDue.length === 0) {
    return <NothingDue products={activeProducts} plannedOf={plannedOf} today={currentDate} />
  }
  const cards = paymentsDue.map((product) => (
    <li key={product.policyNumber}>
      <DueCard
        product={product}
        planned={plannedOf(product.policyNumber)}
        today={currentDate}
        onPayNow={onPayNow}
      />
    </li>
  ))
  return isDesktop ? (
    <ul className={styles.due}>{cards}</ul>
  ) : (
    <GrowingList label={texts.paymentsDue}>{cards}</GrowingList>
  )
}

interface NothingDueProps {
  products: readonly Product[]
  plannedOf: PlannedOf
  /** The client's day, as MM/DD/YYYY. */
  today: string
}

/** Names the product with the earliest known bill, if nothing has to be paid now. */
function NothingDue({ products, plannedOf, today }: NothingDueProps) {
  const [next] = products
    .filter((product) => dayOf(product) !== "")
    .sort((one, other) => dayOf(one).localeCompare(dayOf(other)))
  return (
    <Card className={styles.nothingDue}>
      {next ? (
        <>
          <h3 className={styles.name}>
            <ProductLink product={next} />
          </h3>
          <NextSteps product={next} planned={plannedOf(next.policyNumber)} today={today} />
        </>
      ) : (
        <p>{texts.noBill}</p>
      )}
    </Card>
  )
}

/**
 * The day of the bill that auto pay or the combined bill pays, or of the next bill; "" if there is
 * none.
 */
function dayOf({ nextBill, dueAmounts }: Product): string {
  const day = nextBill?.dueDate ?? dueAmounts[0]?.dueDate
  return day ? sortableDate(day) : ""
}
