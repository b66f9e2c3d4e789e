import { screens } from "#contracts/screens.ts"
import { usePath } from "#web/app/location.ts"
import styles from "./payment-center-tabs.module.css"
import * as texts from "./texts.ts"

const tabs = [
  { label: texts.products, path: screens.paymentCenter.path },
  { label: texts.paymentMethods, path: screens.paymentMethods.path },
  { label: texts.upcomingPayments, path: screens.upcoming.path },
  { label: texts.paymentHistory, path: screens.paymentHistory.path },
]

/** The tabs of the payment center. Pay Now is not a tab; its own buttons leave it. */
export function PaymentCenterTabs() {
  const path = usePath()
  return (
    <nav className={styles.tabs} aria-label={texts.paymentCenter}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.path}>
            <a href={tab.path} aria-current={tab.path === path ? "page" : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
