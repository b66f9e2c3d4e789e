import { needsPhoneNumber } from "#web/brands/asks-to-call.ts"
import { HelpLine } from "#web/brands/help-line.tsx"
import { useClient } from "#web/brands/init.ts"
import { useNotifications } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "./load-failed.module.css"
import * as texts from "./texts.ts"

interface LoadFailedProps {
  /**
   * A sentence that names the missing content, unless the notification area shows it with the
   * reason.
   */
  text?: string
  busy: boolean
  onRetry: () => Promise<void>
}

/** Replaces content that could not be loaded, with a button to try again. */
export function LoadFailed({ text, busy, onRetry }: LoadFailedProps) {
  const { clientPhoneNumber } = useClient()
  // If so, the notification area shows the phone number.
  const isBeside = needsPhoneNumber(useNotifications(), clientPhoneNumber)
  return (
    <Card className={styles.failed}>
      {text && <p>{text}</p>}
      <Button busy={busy && texts.loading} onClick={() => void onRetry()}>
        {texts.tryAgain}
      </Button>
      {!isBeside && <HelpLine />}
    </Card>
  )
}
