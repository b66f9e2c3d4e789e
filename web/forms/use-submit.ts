import { useState } from "react"
import { messagesOf } from "#web/calls/api.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"

/**
 * Submits a form, one request at a time; shows errors as messages. The input stays, so that the
 * customer can try again.
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
      // A customer who has left the screen needs no message.
      if (!(error instanceof DOMException && error.name === "AbortError")) notify(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit }
}
