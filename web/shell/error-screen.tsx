import { useEffect } from "react"
import { isFileNotLoaded } from "#web/app/import-with-retry.ts"
import { retryUntilOnline } from "#web/app/retry-until-online.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { isReachable } from "#web/calls/api.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Button } from "../ui/button.tsx"
import { errorText } from "./error-text.ts"
import { notifications, notify } from "./notifications/notifications.ts"
import styles from "./plain-screen.module.css"
import * as texts from "./texts.ts"

interface ErrorProps {
  error: unknown
  /** A file that was missing has arrived. */
  onRecovered: () => void
}

/** Replaces a screen that failed, or whose file did not load. */
export function ErrorScreen({ error, onRecovered }: ErrorProps) {
  const isMissing = isFileNotLoaded(error)
  const phone = useContents([])["header phone info"]
  useRecovery(error, onRecovered, true)

  return (
    <div className={styles.screen} role="alert">
      <h1>{isMissing ? texts.pageNotLoaded : texts.unexpectedApplicationError}</h1>
      <p>{errorText(error)}</p>
      {phone && <CleanHtml html={phone} />}
      <Button onClick={() => reload(isMissing)}>{texts.reloadThePage}</Button>
    </div>
  )
}

const messageId = "part.failed"

/** Tells in the notification area that a part beside the screen failed. */
export function ErrorNote({ error, onRecovered }: ErrorProps) {
  const phone = useContents([])["header phone info"]
  useRecovery(error, onRecovered, false)
  useEffect(() => {
    const content = phone ? [errorText(error), phone] : [errorText(error)]
    notify([{ type: "ERROR", content, messageId }])
    return () => notifications.set(notifications.get().filter((one) => one.messageId !== messageId))
  }, [error, phone])
  return null
}

/** Asks again for the file that is missing. `mayReload`: nothing typed would be lost. */
function useRecovery(error: unknown, onRecovered: () => void, mayReload: boolean): void {
  useEffect(() => {
    if (!isFileNotLoaded(error)) return
    return retryUntilOnline(async () => {
      try {
        await error.again()
      } catch (failure) {
        if (mayReload && (await isReachable())) reloadOnce()
        throw failure
      }
      onRecovered()
    })
  }, [error, onRecovered, mayReload])
}

/**
 * For browsers that remember a failed import for as long as the page lives, and for files that a
 * newer release has replaced. Not twice: a reload that did not help must not repeat.
 */
function reloadOnce(): void {
  const [entry] = performance.getEntriesByType("navigation")
  if ((entry as PerformanceNavigationTiming | undefined)?.type !== "reload") location.reload()
}

/** A screen that failed may have failed on what it keeps in its history entry. */
function reload(isKept: boolean): void {
  if (!isKept) history.replaceState(null, "")
  location.reload()
}
