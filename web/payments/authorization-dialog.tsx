import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Message } from "#contracts/messages.ts"
import {
  type AuthorizationFacts,
  type AuthorizationKind,
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/payments/authorization-rules.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Alert } from "../ui/alert.tsx"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import styles from "./authorization-dialog.module.css"
import * as texts from "./texts.ts"

/** The authorization to agree to. */
export interface Asked {
  kind: AuthorizationKind
  facts: AuthorizationFacts
}

interface AuthorizationDialogProps {
  /** Null while nothing is asked. */
  asked: Asked | null
  title?: string
  agreeLabel?: string
  declineLabel?: string
  /** The text shown after they agreed, such as "Sending your payment…". */
  busy: string
  /** Sends it. `version` tells the server which text was read. Errors are shown here; the dialog stays open. */
  onAgree: (version: string) => Promise<void>
  onDecline: () => void
}

/** An authorization to read and to agree to, or not; only a choice leaves it. */
export function AuthorizationDialog({
  asked,
  title = texts.paymentAuthorization,
  onDecline,
  ...rest
}: AuthorizationDialogProps) {
  return (
    <Dialog open={asked !== null} title={title} closable={false} onClose={onDecline}>
      {asked && <Authorization asked={asked} onDecline={onDecline} {...rest} />}
    </Dialog>
  )
}

function Authorization({
  asked: { kind, facts },
  agreeLabel = texts.iAgree,
  declineLabel = texts.iDoNotAgree,
  busy,
  onAgree,
  onDecline,
}: Omit<AuthorizationDialogProps, "asked" | "title"> & { asked: Asked }) {
  const title = authorizationTitle(kind)
  const { data, error, refetch } = useQuery({
    // Fetched each time, because an operator may have changed the text.
    queryKey: ["authorization", title],
    queryFn: ({ signal }) => call("POST /appcontent/contents", { titles: [title] }, { signal }),
    gcTime: 0,
  })
  const text = data && authorizationText(kind, data.items[0]?.content ?? "", facts)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Message[]>([])

  async function agree() {
    if (text === undefined) return
    setSending(true)
    setRefusal([])
    try {
      await onAgree(await authorizationVersion(text))
    } catch (reason) {
      setRefusal(messagesOf(reason))
      await refetch()
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {data && text === undefined && <Alert tone="warning" content={[unfitText]} />}
      {text !== undefined && <CleanHtml className={styles.text} html={text} />}
      {!data && !error && <TextLoading />}
      <div className={styles.messages} role="alert">
        {[...(data ? [] : messagesOfFailed(error)), ...refusal].map(({ messageId, content }) => (
          <Alert key={messageId} tone="warning" content={content} />
        ))}
      </div>
      <DialogActions>
        {error && !data ? (
          <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
        ) : (
          <Button
            disabled={text === undefined}
            busy={isSending && busy}
            onClick={() => void agree()}
          >
            {agreeLabel}
          </Button>
        )}
        <Button look="secondary" disabled={isSending} onClick={onDecline}>
          {declineLabel}
        </Button>
      </DialogActions>
    </>
  )
}

const unfitText = texts.authorizationUnavailable

function messagesOfFailed(error: unknown): Message[] {
  return error ? messagesOf(error) : []
}

function TextLoading() {
  return (
    <div>
      <VisuallyHidden>
        <span role="status">{texts.loadingTheAuthorization}</span>
      </VisuallyHidden>
      <Skeleton />
      <Skeleton />
      <Skeleton shape="short-line" />
    </div>
  )
}
