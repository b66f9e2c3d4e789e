import { Clock } from "lucide"
import { Button } from "#web/ui/button.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { Spinner } from "#web/ui/spinner.tsx"
import styles from "./checking.module.css"

interface CheckingProps {
  /** Whether the outcome is still being asked for. */
  isWaiting: boolean
  onCheckAgain: () => void
  onBack: () => void
}

/** Nobody knows yet whether the payment went through; this page finds out by itself. */
export function Checking({ isWaiting, onCheckAgain, onBack }: CheckingProps) {
  return (
    <div className={styles.checking}>
      <div role="status" className={styles.words}>
        <h2>
          {isWaiting ? <Spinner /> : <Icon of={Clock} size={24} />} We are checking your payment
        </h2>
        <p className={styles.plain}>Please do not pay again.</p>
        {isWaiting ? (
          <p>
            The answer of your bank is taking longer than usual. This page shows the outcome as soon
            as we know it. You may also leave: we go on checking, and you will find the outcome here
            and in your e-mail.
          </p>
        ) : (
          <p>
            We still do not know whether your payment went through, and go on checking. You can come
            back later: you will find the outcome here and in your e-mail.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {!isWaiting && <Button onClick={onCheckAgain}>Check again</Button>}
        <Button look="secondary" onClick={onBack}>
          Go back
        </Button>
      </div>
    </div>
  )
}
