import type { BilledProduct } from "#contracts/staff/corrections.ts"
import { Alert } from "#web/ui/alert.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { listed, words } from "#web/ui/text/translate.ts"
import styles from "../staff.module.css"
import * as texts from "./texts.ts"

/** Auto pay of a product: what the customer reads about it, its next charge, and what was skipped. */
export function AutoPay({ autoPay }: Pick<BilledProduct, "autoPay">) {
  const { paymentMethod, noticeTitle, noticeTone, noticeContent } = autoPay
  const { nextCharge, skippedCharges } = autoPay
  const lines = [
    paymentMethod && texts.onAutoPay(paymentMethod),
    nextCharge && texts.nextCharge(moneyText(nextCharge.amount), nextCharge.date),
    paymentMethod && !nextCharge && words(texts.noNextCharge),
    skippedCharges.length > 0 && texts.skipped(skippedCharges),
  ].filter(Boolean)
  return (
    <>
      {noticeTitle && (
        <div className={styles.intro}>
          <p className={styles.soft}>{texts.customerReads}</p>
          <Alert tone={noticeTone} content={[noticeTitle, ...noticeContent]} />
        </div>
      )}
      {lines.length > 0 && <p className={styles.soft}>{listed(lines, " ")}</p>}
    </>
  )
}
