import { screenTitle } from "#web/app/page-title.ts"
import type { Elements } from "#web/ui/elements.ts"
import { keepFocus } from "#web/ui/focus/keep-focus.ts"
import styles from "./center-page.module.css"
import { PaymentCenterTabs } from "./payment-center-tabs.tsx"

interface CenterPageProps {
  /** The heading of this tab; without it, the content brings its own. */
  title?: string
  children: Elements
}

/** The layout of the payment center's tabs. Heading and tabs stay in the same place. */
export function CenterPage({ title, children }: CenterPageProps) {
  return (
    <div className={styles.page} ref={keepFocus}>
      <h1>{screenTitle("paymentCenter")}</h1>
      <PaymentCenterTabs />
      {title && <h2 data-tab-heading="">{title}</h2>}
      {children}
    </div>
  )
}
