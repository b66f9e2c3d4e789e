import { Clock, TriangleAlert } from "lucide"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { withTimes } from "#web/ui/text/dated.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"
import { amountOfBadge } from "./amount-of-badge.ts"
import styles from "./auto-pay-notice.module.css"

interface AutoPayNoticeProps {
  product: Product
  /** Whether the notice names the product, because it is not next to it. */
  named?: boolean
  /** Adds a button to pay what a failed charge left unpaid. */
  onPayNow?: ((product: Product) => void) | undefined
}

/** States in which nothing is wrong, because a payment is in progress. */
const calmStates: readonly string[] = ["charging", "confirming", "announced", "recording"]

/** States in which a charge left a bill unpaid. Their first sentence repeats the title. */
const failedStates: readonly string[] = ["failed", "suspended"]

/** Whether the notice of a product has a button to pay, where it may have one. */
export function hasPayButton(product: Product): boolean {
  const { autoPayNotice } = product
  const isFailed = autoPayNotice !== null && failedStates.includes(autoPayNotice.state)
  return isFailed && payNowOf(product).disable === "N"
}

/** The notice about a product's auto pay, and the next step. */
export function AutoPayNotice({ product, named = false, onPayNow }: AutoPayNoticeProps) {
  const { autoPayNotice, productDesc, policyNumber } = product
  if (!autoPayNotice) return null
  const { state, title, content } = autoPayNotice
  const isCalm = calmStates.includes(state)
  const isFailed = failedStates.includes(state)
  return (
    <section
      className={classNames(styles.notice, isCalm && styles.charging)}
      aria-label={`${title}: ${productDesc}`}
    >
      <Icon of={isCalm ? Clock : TriangleAlert} size={22} />
      <div className={styles.content}>
        {!isFailed && (
          <>
            <p className={styles.title}>{title}</p>{" "}
          </>
        )}
        {named && (
          <p className={styles.title}>
            <span>{productDesc}</span> <span translate="no">{policyNumber}</span>
          </p>
        )}{" "}
        {content.map((line) => (
          <CleanHtml key={line} className={styles.line} html={withTimes(`${line} `)} />
        ))}
      </div>
      {onPayNow && hasPayButton(product) && (
        <Button className={styles.action} onClick={() => onPayNow(product)}>
          {texts.pay(moneyText(amountOfBadge(product)))}
        </Button>
      )}
      {(state === "expiring" || state === "expired") && (
        <ButtonLink className={styles.action} href={screens.paymentMethods.path} look="secondary">
          {texts.updateYourCard}
        </ButtonLink>
      )}
    </section>
  )
}

interface AutoPayNoticesProps {
  products: readonly Product[]
  /** Adds a button to pay what a failed charge left unpaid. */
  onPayNow?: (product: Product) => void
  /** Whether the notices name their products. */
  named?: boolean
}

/** The notices about these products. */
export function AutoPayNotices({ products, onPayNow, named = true }: AutoPayNoticesProps) {
  const noticed = products.filter(({ autoPayNotice }) => autoPayNotice !== null)
  if (noticed.length === 0) return null
  return (
    <div className={styles.list}>
      {noticed.map((product) => (
        <AutoPayNotice key={product.policyNumber} {...{ product, onPayNow, named }} />
      ))}
    </div>
  )
}
