import { useEffect, useState } from "react"
import { secretOrPart } from "#contracts/identity/link-secret-rules.ts"
import type { Message } from "#contracts/messages.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { CallError, call, messagesOf } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { phoneLink } from "#web/shell/phone-link.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./unsubscribe.module.css"

type SubscriptionChange = "unsubscribe" | "resubscribe"

interface Outcome {
  changeRequest: SubscriptionChange
  messages: readonly Message[]
  failed: boolean
  /** Whether the link is invalid, so that a retry does not help. */
  badLink: boolean
}

const waitingWords = { unsubscribe: texts.unsubscribing, resubscribe: texts.resubscribing }

/** The target of the unsubscribe link in emails: unsubscribes at once and offers to resubscribe. */
export default function Unsubscribe() {
  const { busy, outcome, ask } = useSubscription()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    void ask("unsubscribe")
  }, [])

  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <h1>{screenTitle("unsubscribe")}</h1>
        {outcome ? <Said outcome={outcome} /> : <Waiting />}
        {outcome && <WayOn outcome={outcome} busy={busy} onAsk={ask} />}
        <p className={styles.home}>
          <TextLink alone href="/">
            {texts.goHome}
          </TextLink>
        </p>
      </Card>
    </div>
  )
}

function useSubscription() {
  const { busy, submit } = useSubmit()
  const [outcome, setOutcome] = useState<Outcome>()

  async function ask(changeRequest: SubscriptionChange) {
    await submit(async () => setOutcome(await outcomeOf(changeRequest)))
  }
  return { busy, outcome, ask }
}

async function outcomeOf(changeRequest: SubscriptionChange): Promise<Outcome> {
  try {
    const body = { token: tokenInPath() }
    const { messages } = await call(`PUT /myaccount-core/emails/${changeRequest}`, body)
    return { changeRequest, messages, failed: false, badLink: false }
  } catch (error) {
    const badLink = error instanceof CallError && (error.status === 404 || error.status === 422)
    return { changeRequest, messages: messagesOf(error), failed: true, badLink }
  }
}

function Said({ outcome }: { outcome: Outcome }) {
  return (
    <div role={outcome.failed ? "alert" : "status"}>
      <Alert
        tone={outcome.failed ? "warning" : "success"}
        content={outcome.messages.flatMap(({ content }) => content)}
      />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{texts.unsubscribing}</span>
      </VisuallyHidden>
      <Skeleton />
      <Skeleton shape="short-line" />
    </>
  )
}

function WayOn({
  outcome,
  busy,
  onAsk,
}: {
  outcome: Outcome
  busy: boolean
  onAsk: (changeRequest: SubscriptionChange) => Promise<void>
}) {
  const { changeRequest, failed, badLink } = outcome
  const { clientPhoneNumber } = useClient()
  if (badLink) {
    return (
      clientPhoneNumber && (
        <ButtonLink look="secondary" href={phoneLink(clientPhoneNumber)}>
          {texts.call(clientPhoneNumber)}
        </ButtonLink>
      )
    )
  }
  if (failed) {
    return (
      <Button busy={busy && waitingWords[changeRequest]} onClick={() => void onAsk(changeRequest)}>
        {texts.tryAgain}
      </Button>
    )
  }
  const other = changeRequest === "unsubscribe" ? "resubscribe" : "unsubscribe"
  const words = { unsubscribe: texts.unsubscribe, resubscribe: texts.resubscribe }
  return (
    <div className={styles.back}>
      <p>{texts.changedYourMind}</p>
      <Button look="secondary" busy={busy && waitingWords[other]} onClick={() => void onAsk(other)}>
        {words[other]}
      </Button>
    </div>
  )
}

function tokenInPath(): string {
  const part = location.pathname.split("/")[2] ?? ""
  // The server rejects an incomplete link with a message.
  return secretOrPart(part)
}
