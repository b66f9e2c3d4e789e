import { useState } from "react"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { useClient } from "#web/brands/init.ts"
import { CallError, call } from "#web/calls/api.ts"
import { useSubmit } from "#web/forms/use-submit.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "../session-transfer/transfer-to-union.module.css"
import { PasteLink } from "./paste-link.tsx"
import { useLinkToken } from "./sign-in-link-token.ts"
import * as texts from "./texts.ts"

/** The prefix of the token in a link to register; see `signInLinkEmail`. */
const registerMark = "register-"

/**
 * The target of the emailed link to log in or to register. Opening the page changes nothing,
 * because email scanners open it too. Only the person's press allows this browser to try.
 */
export default function LogInLink() {
  const { token, isRead, paste } = useLinkToken()

  if (!isRead) return null
  return (
    <Card className={styles.card}>
      {!token && (
        <>
          <NoToken />
          <PasteLink onPaste={paste} />
        </>
      )}
      {token?.startsWith(registerMark) && (
        <ToRegister key={token} token={token.slice(registerMark.length)} />
      )}
      {token && !token.startsWith(registerMark) && <ToLogIn key={token} token={token} />}
    </Card>
  )
}

/** Uses up the token, then opens a screen. */
function useToken(token: string) {
  const [isRefused, setIsRefused] = useState(false)
  const { busy, submit } = useSubmit()

  function goOn(path: string) {
    void submit(async () => {
      try {
        const { messages } = await call("POST /appauth/signInLink", { token })
        notify(messages, path)
        navigate(path, { replace: true })
      } catch (error) {
        setIsRefused(error instanceof CallError && error.status === 404)
        throw error
      }
    })
  }

  return { isRefused, busy, goOn }
}

function ToLogIn({ token }: { token: string }) {
  const { isCustomerSite } = useClient()
  const { isRefused, busy, goOn } = useToken(token)

  if (isRefused) return <NoToken />
  return (
    <>
      <h1>{texts.letThisBrowserLogIn}</h1>
      <p>{texts.whyLogIn}</p>
      <p>{texts.closeIfNotAsked}</p>
      <div className={styles.actions}>
        <Button busy={busy && texts.oneMoment} onClick={() => goOn("/")}>
          {texts.continueToLogIn}
        </Button>
        {isCustomerSite && (
          <Button look="secondary" onClick={() => goOn(screens.forgotPassword.path)}>
            {texts.iForgotMyPassword}
          </Button>
        )}
      </div>
    </>
  )
}

function ToRegister({ token }: { token: string }) {
  const { isRefused, busy, goOn } = useToken(token)

  if (isRefused) return <NoToken isToRegister />
  return (
    <>
      <h1>{texts.letThisBrowserRegister}</h1>
      <p>{texts.whyRegister}</p>
      <p>{texts.closeIfNotAsked}</p>
      <div className={styles.actions}>
        <Button busy={busy && texts.oneMoment} onClick={() => goOn(screens.accountDetails.path)}>
          {texts.continueToRegister}
        </Button>
      </div>
    </>
  )
}

/** The page was reloaded or the link was used, and the token is not stored. */
function NoToken({ isToRegister = false }) {
  if (isToRegister)
    return (
      <>
        <h1>{texts.pleaseRegisterAgain}</h1>
        <p>{texts.registerLinkWorksOnce}</p>
        <div className={styles.actions}>
          <ButtonLink href={screens.accountDetails.path}>{texts.goToRegistration}</ButtonLink>
        </div>
      </>
    )
  return (
    <>
      <h1>{texts.pleaseLogIn}</h1>
      <p>{texts.logInLinkWorksOnce}</p>
      <div className={styles.actions}>
        <ButtonLink href="/">{texts.goToLogIn}</ButtonLink>
      </div>
    </>
  )
}
