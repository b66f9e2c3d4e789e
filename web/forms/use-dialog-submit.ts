import { useState } from "react"
import type { Message } from "#contracts/messages.ts"
import { messagesOf } from "#web/calls/api.ts"
import { useSubmit } from "./use-submit.ts"

/** Submits a dialog. Errors are shown inside it, because it covers the notification area. */
export function useDialogSubmit(toMessages: (error: unknown) => readonly Message[] = messagesOf): {
  busy: boolean
  refusal: readonly Message[]
  clearRefusal: () => void
  submit: (work: () => Promise<void>) => Promise<void>
} {
  const [refusal, setRefusal] = useState<readonly Message[]>([])
  const { busy, submit } = useSubmit({
    onAnswer: () => setRefusal([]),
    onError: (error) => setRefusal(toMessages(error)),
  })
  return { busy, refusal, clearRefusal: () => setRefusal([]), submit }
}
