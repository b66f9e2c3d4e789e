import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"
import styles from "./next-charge.module.css"

/** The parts of the next charge that need an explanation. */
export function ChargeParts({ charge }: { charge: PlannedCharge | undefined }) {
  if (!charge) return null
  return (
    <>
      <CarriedNote charge={charge} />
      {Number(charge.deferredAmount) > 0 && (
        <p className={styles.note}>{texts.deferred(moneyText(charge.deferredAmount))}</p>
      )}
    </>
  )
}

/** Says which part of a charge was carried from earlier bills. */
export function CarriedNote({ charge }: { charge: PlannedCharge }) {
  const { carriedAmount } = charge
  if (Number(carriedAmount) === 0) return null
  return <p className={styles.note}>{texts.carried(moneyText(carriedAmount))}</p>
}
