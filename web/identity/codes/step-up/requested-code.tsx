import { useEffect, useState } from "react"
import type { Message } from "#contracts/messages.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { messagesOf, StepUpDeclined } from "#web/calls/api.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Spinner } from "#web/ui/spinner.tsx"
import { type CodeAnswer, CodeForm, MessageTexts } from "../code-form.tsx"
import * as texts from "../texts.ts"
import styles from "./requested-code.module.css"

interface RequestedCodeProps {
  /**
   * Requests a code by email, unless one was just sent, and resolves with messages about its
   * address.
   */
  request: () => Promise<CodeAnswer & { messages: Message[] }>
  verify: (code: string) => Promise<CodeAnswer>
  /** Called when the right code was entered. */
  onRight: () => void
  /** Called when the person closed the step-up dialog of the request itself. */
  onCancel?: () => void
}

/**
 * Requests a code for a signed-in person when it mounts, then shows the same code form as the
 * login.
 */
export function RequestedCode({ request, verify, onRight, onCancel }: RequestedCodeProps) {
  const [sent, setSent] = useState<Awaited<ReturnType<typeof request>>>()
  const [failure, setFailure] = useState<readonly string[]>()

  async function begin() {
    setFailure(undefined)
    try {
      setSent(await request())
    } catch (error) {
      if (error instanceof StepUpDeclined) onCancel?.()
      else setFailure(messagesOf(error).flatMap(({ content }) => content))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void begin(), [])

  if (failure) {
    return (
      <div className={styles.failed} role="alert">
        <Alert tone="warning" content={failure} />
        <CallHelp messages={[{ content: failure }]} />
        <Button look="secondary" onClick={() => void begin()}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  if (!sent) {
    return (
      <p className={styles.sending} role="status">
        <Spinner />
        <span>{texts.sendingAOneTimeCode}</span>
      </p>
    )
  }
  return (
    <CodeForm
      first={sent}
      hint={<MessageTexts messages={sent.messages} />}
      onConfirm={async (code) => {
        const answer = await verify(code).catch(unlessDeclined)
        if (answer?.status === "ERROR") return answer
        if (answer) onRight()
        return undefined
      }}
      onResend={request}
    />
  )
}

/** A declined step-up needs no message: the person sees the code form again. */
function unlessDeclined(error: unknown): undefined {
  if (!(error instanceof StepUpDeclined)) throw error
}
