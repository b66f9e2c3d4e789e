import { useState } from "react"
import type { Message } from "#contracts/messages.ts"
import { messagesOf } from "#web/calls/api.ts"

/** Submits a dialog's form, one request at a time; shows errors in the dialog, which stays open. */
export function useDialogSubmit(): {
  busy: boolean
  refusal: readonly Message[]
  submit: (work: () => Promise<void>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<readonly Message[]>([])

  async function submit(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setRefusal([])
    try {
      await work()
    } catch (error) {
      setRefusal(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, submit }
}
