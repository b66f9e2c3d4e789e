import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "./load-failed.module.css"

interface LoadFailedProps {
  /** What could not be loaded, as a sentence; why stands in the notification area. */
  text: string
  busy: boolean
  onRetry: () => Promise<void>
}

/** Stands in the place of what could not be loaded, with a way on. */
export function LoadFailed({ text, busy, onRetry }: LoadFailedProps) {
  return (
    <Card className={styles.failed}>
      <p>{text}</p>
      <Button busy={busy && "Loading…"} onClick={() => void onRetry()}>
        Try again
      </Button>
    </Card>
  )
}
