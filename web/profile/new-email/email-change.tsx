import { useState } from "react"
import type { Message } from "#contracts/messages.ts"
import { usePath } from "#web/app/location.ts"
import { useClient } from "#web/brands/init.ts"
import { CallError, call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { PasteLink } from "#web/identity/sign-in-link/paste-link.tsx"
import { useLinkToken } from "#web/identity/sign-in-link/sign-in-link-token.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import * as texts from "../texts.ts"
import styles from "./email-change.module.css"

/**
 * The target of the links in the email that asks whether the customer requested the new email
 * address. Opening the page changes nothing, because email scanners open it too.
 */
export default function EmailChange() {
  const path = usePath()
  const { token, isRead, paste } = useLinkToken()

  if (!isRead) return null
  const answer = path.endsWith("/no") ? "notMine" : "mine"
  return (
    <Card className={styles.card}>
      {token ? (
        <Question key={token} token={token} answer={answer} />
      ) : (
        <>
          <NoToken />
          <PasteLink onPaste={paste} />
        </>
      )}
    </Card>
  )
}

const words = {
  mine: {
    title: texts.confirmTitle,
    text: texts.confirmText,
    button: texts.yes,
    busy: texts.confirming,
  },
  notMine: {
    title: texts.denyTitle,
    text: texts.denyText,
    button: texts.no,
    busy: texts.tellingUs,
  },
}

function Question({ token, answer }: { token: string; answer: keyof typeof words }) {
  const [said, setSaid] = useState<readonly Message[]>()
  const [isRefused, setIsRefused] = useState(false)
  const { busy, submit } = useSubmit()
  const { title, text, button, busy: waiting } = words[answer]

  function send() {
    void submit(async () => {
      try {
        const { messages } = await call("POST /myaccount-core/emailChange", { token, answer })
        setSaid(messages)
      } catch (error) {
        setIsRefused(error instanceof CallError && error.status === 404)
        throw error
      }
    })
  }

  if (isRefused) return <NoToken />
  if (said) return <Said messages={said} />
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>
        <Button busy={busy && waiting} onClick={send}>
          {button}
        </Button>
      </div>
    </>
  )
}

function Said({ messages }: { messages: readonly Message[] }) {
  return (
    <>
      <h1>{texts.answered}</h1>
      <div role="status">
        <Alert tone="success" content={messages.flatMap(({ content }) => content)} />
      </div>
      <div className={styles.actions}>
        <ButtonLink href="/">{texts.goHome}</ButtonLink>
      </div>
    </>
  )
}

/** The page was reloaded or the link was used, and the token is not stored. */
function NoToken() {
  const { clientPhoneNumber } = useClient()
  return (
    <>
      <h1>{texts.openLinkAgain}</h1>
      <p>{texts.linkWorksOnce(clientPhoneNumber)}</p>
      <div className={styles.actions}>
        <ButtonLink href="/">{texts.goHome}</ButtonLink>
      </div>
    </>
  )
}
