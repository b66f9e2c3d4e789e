import { Clock, TriangleAlert } from "lucide"
import type { Product } from "#contracts/products/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { classNames } from "#web/ui/class-names.ts"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import * as texts from "../texts.ts"
import styles from "./auto-pay-notice.module.css"
import { numberLabel } from "./number-label.ts"

interface AutoPayNoticeProps {
  product: Product
  /** Whether the notice names the product, because it is not next to it. */
  named?: boolean
}

/** States in which nothing is wrong, because a payment is in progress. */
const calmStates: readonly string[] = ["charging", "confirming", "announced", "recording"]

/** The notice about a product's auto pay, and the next step. */
export function AutoPayNotice({ product, named = false }: AutoPayNoticeProps) {
  const { autoPayNotice, productDesc, policyNumber } = product
  if (!autoPayNotice) return null
  const { state, title, content } = autoPayNotice
  const isCalm = calmStates.includes(state)
  return (
    <section
      className={classNames(styles.notice, isCalm && styles.charging)}
      aria-label={`${title}: ${productDesc}`}
    >
      <Icon of={isCalm ? Clock : TriangleAlert} size={22} />
      <div className={styles.content}>
        <p className={styles.title}>{title}</p>
        {named && (
          <p>
            <span>{`${productDesc}, ${numberLabel(product).toLowerCase()}`}</span>{" "}
            <span translate="no">{policyNumber}</span>
          </p>
        )}
        {content.map((line) => (
          <CleanHtml key={line} html={line} />
        ))}
        {(state === "expiring" || state === "expired") && (
          <p>
            <ButtonLink href={screens.paymentMethods.path} look="secondary">
              {texts.updateYourCard}
            </ButtonLink>
          </p>
        )}
      </div>
    </section>
  )
}

/** The notices about these products, each with its product's name. */
export function AutoPayNotices({ products }: { products: readonly Product[] }) {
  const noticed = products.filter(({ autoPayNotice }) => autoPayNotice !== null)
  if (noticed.length === 0) return null
  return (
    <div className={styles.list}>
      {noticed.map((product) => (
        <AutoPayNotice key={product.policyNumber} product={product} named />
      ))}
    </div>
  )
}
