import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { Money } from "#web/ui/text/money.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import styles from "./next-charge.module.css"
import * as texts from "./texts.ts"

/** The next charge of auto pay: amount, day, method, and the parts that need an explanation. */
export function NextCharge({ charge }: { charge: PlannedCharge }) {
  const { paymentAmount, dueDate, paymentMethod } = charge
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
      <ChargeNotes charge={charge} />
    </div>
  )
}

/** Says which part of a charge was carried from earlier bills, and which part waits for the next bill. */
export function ChargeNotes({ charge }: { charge: PlannedCharge }) {
  const { carriedAmount, deferredAmount } = charge
  return (
    <>
      {Number(carriedAmount) > 0 && (
        <p className={styles.note}>{texts.carried(moneyText(carriedAmount))}</p>
      )}
      {Number(deferredAmount) > 0 && (
        <p className={styles.note}>{texts.deferred(moneyText(deferredAmount))}</p>
      )}
    </>
  )
}
