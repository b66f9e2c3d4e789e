import { CloudOff, TriangleAlert, WifiOff } from "lucide"
import { useEffect } from "react"
import type { Message } from "#contracts/messages.ts"
import { HelpLine } from "#web/brands/help-line.tsx"
import { accountSystemAway, placesOfAway } from "#web/calls/account-system.ts"
import { useStore } from "#web/calls/store.ts"
import { shownNothing } from "#web/shell/later-texts.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./load-failed.module.css"
import * as texts from "./texts.ts"
import { useOffline } from "./use-offline.ts"

interface LoadFailedProps {
  /** Why, as returned by `useLoaded`: the first line names the missing content. */
  messages: readonly Message[]
  busy: boolean
  onRetry: () => Promise<void>
}

/**
 * Replaces content that could not be loaded: with the reason, once for the whole page, a button to
 * try again, and the phone number. The caller loads it again when the browser is back online.
 */
export function LoadFailed({ messages, busy, onRetry }: LoadFailedProps) {
  const isOffline = useOffline()
  const isAway = messages.some(({ messageId }) => messageId === "accountSystem.away")
  // If so, the banner of the shell has the reason and the phone number.
  const isInBanner = useStore(accountSystemAway)?.asOf !== undefined && isAway
  useEffect(() => {
    if (!isAway) return
    placesOfAway.set(placesOfAway.get() + 1)
    return () => placesOfAway.set(placesOfAway.get() - 1)
  }, [isAway])

  const icon = isAway ? CloudOff : isOffline ? WifiOff : TriangleAlert
  const [missing, ...reasons] = linesOf(messages, { isOffline, isInBanner })
  return (
    <Card className={styles.failed}>
      <div className={styles.fault} role="alert">
        <Icon of={icon} size={28} />
        <div className={styles.words}>
          <p className={styles.missing}>{missing}</p>
          {reasons.map((line) => (
            <CleanHtml key={line} html={line} />
          ))}
        </div>
      </div>
      <div className={styles.ways}>
        <Button busy={busy && texts.loading} onClick={() => void onRetry()}>
          {texts.tryAgain}
        </Button>
        {!isInBanner && <HelpLine />}
      </div>
    </Card>
  )
}

function linesOf(
  messages: readonly Message[],
  { isOffline, isInBanner }: { isOffline: boolean; isInBanner: boolean },
): string[] {
  return messages.flatMap(({ messageId, content }) => {
    const [missing = "", ...reasons] = content
    if (messageId === "network.unreachable" && isOffline) return [missing, texts.offline]
    if (messageId === "accountSystem.away") return [missing, ...(isInBanner ? [] : [shownNothing])]
    return [missing, ...reasons]
  })
}
