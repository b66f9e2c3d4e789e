import { useState } from "react"
import { messagesOf } from "#web/calls/api.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"

interface SubmitOptions {
  /** Removes what the previous try showed. Default: clears the notification area. */
  onStart?: () => void
  /** Shows what went wrong. Default: the messages of the error, in the notification area. */
  onError?: (error: unknown) => void
}

/** Sends a form, one call at a time. The fields keep their values, so that people can try again. */
export function useSubmit({
  onStart = clearNotifications,
  onError = showError,
}: SubmitOptions = {}): {
  busy: boolean
  submit: (work: () => Promise<void>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)

  async function submit(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    onStart()
    try {
      await work()
    } catch (error) {
      onError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit }
}

function showError(error: unknown) {
  // The person has left the screen, so the message would appear on another one.
  if (error instanceof DOMException && error.name === "AbortError") return
  notify(messagesOf(error))
}
