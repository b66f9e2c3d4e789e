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
import { useLinkToken } from "./log-in-link-token.ts"

/** Stands before the token of a link to register; see `signInLinkMail`. */
const registerMark = "register-"

/**
 * Where the emailed link to log in, or to register, leads. Opening the page changes nothing, because mail scanners
 * open it too; the person's press lets this browser try.
 */
export default function LogInLink() {
  const { token, isRead } = useLinkToken()

  if (!isRead) return null
  return (
    <Card className={styles.card}>
      {!token && <NoToken />}
      {token?.startsWith(registerMark) && (
        <ToRegister key={token} token={token.slice(registerMark.length)} />
      )}
      {token && !token.startsWith(registerMark) && <ToLogIn key={token} token={token} />}
    </Card>
  )
}

/** Uses the token up, then goes on to a screen. */
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
      <h1>Let this browser log in</h1>
      <p>
        There were many tries to open your account, so we have paused logging in with new browsers.
        If you want to log in with this browser, continue here. You still need your password.
      </p>
      <p>If you did not ask for the link, close this page.</p>
      <div className={styles.actions}>
        <Button busy={busy && "One moment…"} onClick={() => goOn("/")}>
          Continue to log in
        </Button>
        {isCustomerSite && (
          <Button look="secondary" onClick={() => goOn(screens.forgotPassword.path)}>
            I forgot my password
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
      <h1>Let this browser register</h1>
      <p>
        There were many tries to register with your name and email address, so we email no more
        codes for now. If you want to register with this browser, continue here.
      </p>
      <p>If you did not ask for the link, close this page.</p>
      <div className={styles.actions}>
        <Button busy={busy && "One moment…"} onClick={() => goOn(screens.accountDetails.path)}>
          Continue to register
        </Button>
      </div>
    </>
  )
}

/** The page was loaded again, or the link is used up: its secret was not kept. */
function NoToken({ isToRegister = false }) {
  if (isToRegister)
    return (
      <>
        <h1>Please register again</h1>
        <p>
          A link to register works once, and for a short time. If no code comes, register again to
          get a new link.
        </p>
        <div className={styles.actions}>
          <ButtonLink href={screens.accountDetails.path}>Go to registration</ButtonLink>
        </div>
      </>
    )
  return (
    <>
      <h1>Please log in</h1>
      <p>
        A link to log in works once, and for a short time. If you still cannot log in with this
        browser, log in again to get a new link.
      </p>
      <div className={styles.actions}>
        <ButtonLink href="/">Go to log-in</ButtonLink>
      </div>
    </>
  )
}
