import CallHelp from "#web/brands/call-help.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import styles from "./away.module.css"
import * as texts from "./missing-texts.ts"
import type { Availability } from "./use-availability.ts"

interface AwayProps {
  availability: Availability
  onCheckAgain: () => void
}

/** Explains why logging in is not possible now, and tries again. */
export function Away({ availability, onCheckAgain }: AwayProps) {
  return (
    <div className={styles.away} role="alert">
      {availability.state === "away" && (
        <>
          <Alert tone="warning" content={availability.content} />
          <CallHelp messages={[availability]} />
          <Button look="secondary" onClick={onCheckAgain}>
            {texts.tryAgain}
          </Button>
        </>
      )}
    </div>
  )
}
