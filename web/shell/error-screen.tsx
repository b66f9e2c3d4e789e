import { useEffect } from "react"
import { isFileNotLoaded } from "#web/app/import-with-retry.ts"
import { retryUntilOnline } from "#web/app/retry-until-online.ts"
import { offline } from "#web/app/texts.ts"
import { useOffline } from "#web/app/use-offline.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { isReachable } from "#web/calls/api.ts"
import { createStore, useStore } from "#web/calls/store.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Button } from "../ui/button.tsx"
import { errorText } from "./error-text.ts"
import { notifications, notify } from "./notifications/notifications.ts"
import styles from "./plain-screen.module.css"
import * as texts from "./texts.ts"

interface ErrorProps {
  error: unknown
  /** Called when a missing file has loaded. */
  onRecovered: () => void
}

/** The text of the screen that failed. */
const shownFault = createStore<string | undefined>(undefined)

/** Replaces a screen that failed, or whose file did not load. */
export function ErrorScreen({ error, onRecovered }: ErrorProps) {
  const isMissing = isFileNotLoaded(error)
  const phone = useContents([])["header phone info"]
  const text = useErrorText(error)
  useRecovery(error, onRecovered, true)
  useEffect(() => {
    shownFault.set(text)
    return () => shownFault.set(undefined)
  }, [text])

  return (
    <div className={styles.screen} role="alert">
      <h1>{isMissing ? texts.pageNotLoaded : texts.unexpectedApplicationError}</h1>
      <p>{text}</p>
      {phone && <CleanHtml html={phone} />}
      <Button onClick={() => reload(isMissing)}>{texts.reloadThePage}</Button>
    </div>
  )
}

const messageId = "part.failed"

/** The texts of the failed parts. Parts with the same fault share one message. */
const noted: string[] = []

/**
 * Reports in the notification area that a part beside the screen failed, unless the screen failed
 * in the same way.
 */
export function ErrorNote({ error, onRecovered }: ErrorProps) {
  const phone = useContents([])["header phone info"]
  const text = useErrorText(error)
  const isShown = useStore(shownFault) === text
  useRecovery(error, onRecovered, false)
  useEffect(() => {
    if (isShown) return
    noted.push(text)
    notify([{ type: "ERROR", content: phone ? [text, phone] : [text], messageId }])
    return () => {
      noted.splice(noted.indexOf(text), 1)
      if (noted.includes(text)) return
      notifications.set(
        notifications.get().filter((one) => one.messageId !== messageId || one.content[0] !== text),
      )
    }
  }, [text, phone, isShown])
  return null
}

/** The text of the error; a file that is missing because the browser is offline loads later. */
function useErrorText(error: unknown): string {
  const isOffline = useOffline()
  return isOffline && isFileNotLoaded(error) ? offline : errorText(error)
}

/** Requests the missing file again. `mayReload`: a reload would not lose typed values. */
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
 * Reloads the page for browsers that cache a failed import for the lifetime of the page, and for
 * files that a newer release has replaced. It runs once, because a reload that did not help must
 * not repeat.
 */
function reloadOnce(): void {
  const [entry] = performance.getEntriesByType("navigation")
  if ((entry as PerformanceNavigationTiming | undefined)?.type !== "reload") location.reload()
}

/**
 * Reloads the page. If `isKept`, removes the values of the history entry first, because they may
 * have caused the failure.
 */
function reload(isKept: boolean): void {
  if (!isKept) history.replaceState(null, "")
  location.reload()
}
