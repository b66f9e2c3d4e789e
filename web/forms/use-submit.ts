import { useState } from "react"
import { flushSync } from "react-dom"
import type { Message } from "#contracts/messages.ts"
import { messagesOf } from "#web/calls/api.ts"
import {
  notifications,
  notify,
  removeNotifications,
} from "#web/shell/notifications/notifications.ts"

interface SubmitOptions {
  /**
   * Removes the messages of the earlier attempt. Called when the reply arrives: until then nothing
   * may move, or the second click of a double click would land on something else. Default: removes
   * the earlier messages of the notification area.
   */
  onAnswer?: (earlier: readonly Message[]) => void
  /** Shows the error. Default: its messages, in the notification area. */
  onError?: (error: unknown) => void
}

/**
 * Submits a form, one call at a time. The fields keep their values, so that people can try again.
 */
export function useSubmit({
  onAnswer = removeNotifications,
  onError = showError,
}: SubmitOptions = {}): {
  busy: boolean
  submit: (work: () => Promise<void>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)

  async function submit(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    const earlier = notifications.get()
    try {
      await work()
      onAnswer(earlier)
    } catch (error) {
      // In a separate render, so that a screen reader announces the same error again.
      flushSync(() => onAnswer(earlier))
      onError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, submit }
}

function showError(error: unknown) {
  // The person has left the screen, so the message would appear on another screen.
  if (error instanceof DOMException && error.name === "AbortError") return
  notify(messagesOf(error))
}
