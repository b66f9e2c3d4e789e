import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Money } from "#web/ui/text/money.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import styles from "./next-charge.module.css"
import * as texts from "./texts.ts"

/** Says that the customer pays the bill that is due, because they skipped its charge. */
export function SkippedNote({ product }: { product: Product }) {
  if (product.isAutoPaySkipped === "N") return null
  return <p className={styles.note}>{texts.skipped(product.dueDate)}</p>
}

interface NextChargeProps {
  product: Product
  charge: PlannedCharge | undefined
}

/**
 * The next charge of auto pay: amount, day, method, and the parts that need an explanation. A card that
 * has expired cannot be charged, as its notice says.
 */
export function NextCharge({ product, charge }: NextChargeProps) {
  if (!charge || product.autoPayNotice?.state === "expired") return null
  const { paymentAmount, dueDate, paymentMethod, deferredAmount } = charge
  return (
    <div className={styles.charge}>
      <p>
        {texts.nextCharge}{" "}
        <strong>
          <Money amount={paymentAmount} />
        </strong>{" "}
        {texts.on} <time>{dueDate}</time>
        {texts.by(paymentMethod)}
      </p>
      <CarriedNote charge={charge} />
      {Number(deferredAmount) > 0 && (
        <p className={styles.note}>{texts.deferred(moneyText(deferredAmount))}</p>
      )}
    </div>
  )
}

/** Says which part of a charge was carried from earlier bills. */
export function CarriedNote({ charge }: { charge: PlannedCharge }) {
  const { carriedAmount } = charge
  if (Number(carriedAmount) === 0) return null
  return <p className={styles.note}>{texts.carried(moneyText(carriedAmount))}</p>
}
