import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "./load-failed.module.css"
import * as texts from "./texts.ts"

interface LoadFailedProps {
  /** A sentence that names what could not be loaded; the notification area shows the reason. */
  text: string
  busy: boolean
  onRetry: () => Promise<void>
}

/** Replaces content that could not be loaded, with a button to try again. */
export function LoadFailed({ text, busy, onRetry }: LoadFailedProps) {
  return (
    <Card className={styles.failed}>
      <p>{text}</p>
      <Button busy={busy && texts.loading} onClick={() => void onRetry()}>
        {texts.tryAgain}
      </Button>
    </Card>
  )
}
