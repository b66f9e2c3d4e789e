import { Clock } from "lucide"
import { useEffect, useRef } from "react"
import type { Product } from "#contracts/products/shapes.ts"
import { AutoPayNotice } from "#web/products/product/auto-pay-notice.tsx"
import { Button } from "#web/ui/button.tsx"
import { showMessage } from "#web/ui/focus/show-message.ts"
import { Icon } from "#web/ui/icon.tsx"
import { Spinner } from "#web/ui/spinner.tsx"
import * as texts from "../texts.ts"
import styles from "./checking.module.css"

interface CheckingProps {
  /** Whether the page is still polling for the outcome. */
  isWaiting: boolean
  /** Whether the connection failed while the payment was sent. */
  isCutOff: boolean
  /** The product if auto pay is charging it; null for a payment by the person. */
  autoPay: Product | null
  onCheckAgain: () => void
  onBack: () => void
}

/** The outcome of the payment is unknown. The page keeps checking automatically. */
export function Checking({ isWaiting, isCutOff, autoPay, onCheckAgain, onBack }: CheckingProps) {
  const words = useRef<HTMLDivElement>(null)
  // The button that sent the payment is gone.
  useEffect(() => showMessage(words.current), [])
  return (
    <div className={styles.checking}>
      <div role="status" className={styles.words} ref={words} tabIndex={-1}>
        <h2>
          {isWaiting ? <Spinner /> : <Icon of={Clock} size={24} />}
          <span>{autoPay ? texts.checkingAutoPay : texts.checkingPayment}</span>
        </h2>
        {autoPay ? (
          <AutoPayNotice product={autoPay} />
        ) : (
          <>
            <p className={styles.plain}>{texts.pleaseDoNotPayAgain}</p>
            <p>
              {isWaiting
                ? isCutOff
                  ? texts.connectionLost
                  : texts.bankIsSlow
                : texts.stillUnknown}
            </p>
          </>
        )}
      </div>
      <div className={styles.actions}>
        {!isWaiting && <Button onClick={onCheckAgain}>{texts.checkAgain}</Button>}
        <Button look="secondary" onClick={onBack}>
          {texts.goBack}
        </Button>
      </div>
    </div>
  )
}
