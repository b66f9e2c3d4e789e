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
import { authorizationSummary, authorizedTerms } from "#contracts/payments/authorization-summary.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { call, messagesOf } from "#web/calls/api.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { Alert } from "../ui/alert.tsx"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { LoadingText, Skeleton } from "../ui/skeleton.tsx"
import styles from "./authorization-dialog.module.css"
import * as texts from "./texts.ts"

/** The authorization to which the person agrees. */
export interface Asked {
  kind: AuthorizationKind
  facts: AuthorizationFacts
}

interface AuthorizationDialogProps {
  /** Null while the dialog is closed. */
  asked: Asked | null
  title?: string
  /**
   * Shown between the facts and the text, such as a warning about a card that expires too early.
   */
  warning?: string
  /** Shown after the text: what the person authorizes with the same agreement; "" if nothing. */
  more?: string
  agreeLabel?: string
  declineLabel?: string
  /** The text shown after the person agreed, such as "Sending your payment…". */
  busy: string
  /**
   * Sends the agreement. `version` identifies the displayed text. Errors are shown here, and the
   * dialog stays open.
   */
  onAgree: (version: string) => Promise<void>
  onDecline: () => void
}

/** Shows an authorization and asks the person to agree or decline. Only a choice closes it. */
export function AuthorizationDialog({
  asked,
  title = texts.paymentAuthorization,
  onDecline,
  ...rest
}: AuthorizationDialogProps) {
  const [isSending, setSending] = useState(false)
  const sending = { isSending, setSending }
  return (
    <Dialog
      open={asked !== null}
      title={title}
      closable={false}
      // The browser's Back declines, but cannot stop a call in progress.
      onClose={() => isSending || onDecline()}
    >
      {asked && <Authorization asked={asked} onDecline={onDecline} {...sending} {...rest} />}
    </Dialog>
  )
}

interface AuthorizationProps extends Omit<AuthorizationDialogProps, "asked" | "title"> {
  asked: Asked
  isSending: boolean
  setSending: (isSending: boolean) => void
}

function Authorization({
  asked: { kind, facts },
  warning,
  more,
  agreeLabel = texts.iAgree,
  declineLabel = texts.iDoNotAgree,
  busy,
  onAgree,
  onDecline,
  isSending,
  setSending,
}: AuthorizationProps) {
  const title = authorizationTitle(kind)
  const { data, error, refetch } = useQuery({
    // Fetched each time, because an operator may have changed the text.
    queryKey: ["authorization", title],
    queryFn: ({ signal }) => call("POST /appcontent/contents", { titles: [title] }, { signal }),
    gcTime: 0,
  })
  const text = data && authorizationText(kind, data.items[0]?.content ?? "", facts)
  const [refusal, setRefusal] = useState<Message[]>([])
  const isFailed = error !== null && !data
  const hasNothingToAgreeTo = isFailed || (data !== undefined && text === undefined)
  const messages = [...(data ? [] : messagesOfFailed(error)), ...refusal]
  if (data && text === undefined) messages.unshift(unfit)

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
      {text !== undefined && (
        <div className={styles.agreement}>
          <div className={styles.facts}>
            <Facts facts={factsOf(kind, facts)} />
          </div>
          {warning && <Alert tone="warning" content={[warning]} />}
          <h3 className={styles.heading}>{texts.textToAgreeTo}</h3>
          <div className={styles.text}>
            <CleanHtml className={styles.text} html={text} />
            {more && <p>{more}</p>}
          </div>
        </div>
      )}
      {!data && !error && <TextLoading />}
      <div className={styles.messages} role="alert">
        {messages.map(({ messageId, content }) => (
          <Alert key={messageId} tone="warning" content={content} />
        ))}
        <CallHelp messages={messages} />
      </div>
      <DialogActions summary={kind === "pay-now" && text ? summaryOf(facts) : ""}>
        {isFailed ? (
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
          {hasNothingToAgreeTo ? texts.cancel : declineLabel}
        </Button>
      </DialogActions>
    </>
  )
}

function factsOf(kind: AuthorizationKind, facts: AuthorizationFacts) {
  const summary = authorizationSummary(kind, authorizedTerms(kind, facts))
  return summary.map(([label, value], index) => ({
    label,
    value: index === 0 ? <strong>{value}</strong> : value,
  }))
}

function summaryOf(facts: AuthorizationFacts): string {
  const { amount, account } = authorizedTerms("pay-now", facts)
  return texts.youPayToday(amount, account)
}

const unfit: Message = {
  type: "ERROR",
  content: [texts.authorizationUnavailable],
  messageId: "authorization.unfit",
}

function messagesOfFailed(error: unknown): Message[] {
  return error ? messagesOf(error) : []
}

function TextLoading() {
  return (
    <div>
      <LoadingText text={texts.loadingTheAuthorization} />
      <Skeleton />
      <Skeleton />
      <Skeleton shape="short-line" />
    </div>
  )
}
