import { useState } from "react"
import { failureLines } from "./failure-text.ts"

/**
 * Sends the form of a dialog: one at a time. What went wrong is said inside the dialog, which the
 * page's own messages would stand behind.
 */
export function useChange(): {
  busy: boolean
  /** Lines of HTML from the server; none while nothing went wrong. */
  failure: readonly string[]
  send: (work: () => Promise<void>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<readonly string[]>([])

  async function send(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setFailure([])
    try {
      await work()
    } catch (error) {
      setFailure(failureLines(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, send }
}
