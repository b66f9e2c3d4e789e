import { useState } from "react"
import { messagesOf } from "#web/calls/api.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"

/**
 * Sends a form: one at a time, and what went wrong is shown as messages. What was typed stays,
 * so that the person can try again.
 */
export function useSubmit(): {
  busy: boolean
  submit: (work: () => Promise<void>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)

  async function submit(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    clearNotifications()
    try {
      await work()
    } catch (error) {
      // Whoever has left the screen in the meantime need not hear of it.
      if (!(error instanceof DOMException && error.name === "AbortError")) notify(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit }
}
