import { useEffect, useRef, useState } from "react"
import { secretOrPart } from "#contracts/identity/link-secret-rules.ts"
import type { TransferQuestion as Question } from "#contracts/identity/sessions.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { CallError, call, messagesOf } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { storeUser } from "../session/session.ts"
import { readDone } from "./done-before.ts"
import * as texts from "./texts.ts"
import { isActing, nameOf, TransferQuestion } from "./transfer-question.tsx"
import styles from "./transfer-to-union.module.css"

type State =
  | { kind: "working" }
  | { kind: "asks"; question: Question; busy: "continue" | "decline" | null }
  | { kind: "declined by staff"; question: Question }
  | { kind: "unreachable" | "refused" | "acting refused" }

/** The target of a session transfer. Opens a session on this host, after a question if needed. */
export default function LoggingIn() {
  const [state, setState] = useState<State>({ kind: "working" })
  const started = useRef(false)

  async function redeem(confirmed: boolean) {
    const cameFrom = document.referrer.slice(0, 2000)
    const way = { token: tokenInAddress(), cameFrom, confirmed, ...readDone() }
    try {
      const reply = await call("POST /appauth/handoff/redeem", way)
      if ("question" in reply) {
        setState({ kind: "asks", question: reply.question, busy: null })
        return
      }
      const { messages, ...user } = reply
      notify(messages, screens.dashboard.path)
      storeUser(user)
      // The token is used up, and its address is removed from the history.
      navigate(screens.dashboard.path, { replace: true })
    } catch (error) {
      notify(messagesOf(error))
      setState({ kind: stateAfter(error) })
    }
  }

  function begin() {
    setState({ kind: "working" })
    void redeem(false)
  }

  function goOn(question: Question) {
    setState({ kind: "asks", question, busy: "continue" })
    void redeem(true)
  }

  async function decline(question: Question) {
    setState({ kind: "asks", question, busy: "decline" })
    try {
      await call("POST /appauth/handoff/decline", { token: tokenInAddress() })
    } catch (error) {
      // The link expires in a few minutes anyway and does not work in another browser.
      console.warn("The declined link could not be reported:", error)
    }
    if (question.incoming.agentUserid === "") navigate("/", { replace: true })
    else setState({ kind: "declined by staff", question })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a transfer is redeemed once, also under strict mode
  useEffect(() => {
    if (started.current) return
    started.current = true
    begin()
  }, [])

  if (state.kind === "working") return <FullScreenSpinner words={texts.loggingIn} />
  if (state.kind === "asks") {
    const { question, busy } = state
    return (
      <TransferQuestion
        question={question}
        busy={busy}
        onContinue={() => goOn(question)}
        onDecline={() => void decline(question)}
      />
    )
  }
  if (state.kind === "declined by staff") return <DeclinedByStaff question={state.question} />
  if (state.kind === "acting refused") {
    return (
      <Card className={styles.card}>
        <h1>{texts.siteNotOpened}</h1>
        <p>{texts.impersonateAgain}</p>
      </Card>
    )
  }
  const isUnreachable = state.kind === "unreachable"
  return (
    <Card className={styles.card}>
      <h1>{texts.notLoggedIn}</h1>
      <p>{texts.logInWithPassword}</p>
      <div className={styles.actions}>
        {isUnreachable && <Button onClick={begin}>{texts.tryAgain}</Button>}
        <ButtonLink href="/" look={isUnreachable ? "secondary" : "primary"}>
          {texts.goToLogIn}
        </ButtonLink>
      </div>
    </Card>
  )
}

function DeclinedByStaff({ question: { incoming, current } }: { question: Question }) {
  const isStill =
    current && isActing(current, incoming) ? texts.stillActingFor : texts.stillSignedInAs
  return (
    <Card className={styles.card}>
      <h1>{texts.accountNotOpened(nameOf(incoming))}</h1>
      {current && <p>{`${isStill} ${nameOf(current)}.`}</p>}
      <p>{texts.youCanCloseThisTab}</p>
    </Card>
  )
}

function tokenInAddress(): string {
  return secretOrPart(location.pathname.split("/").at(-1) ?? "")
}

function stateAfter(error: unknown): "unreachable" | "refused" | "acting refused" {
  if (!(error instanceof CallError)) return "refused"
  if (error.status === 0 || error.status === 503) return "unreachable"
  const isActing = error.messages.some(({ messageId }) => messageId === "handoff.actingInvalid")
  return isActing ? "acting refused" : "refused"
}
