import type { Message } from "#contracts/messages.ts"
import { isBlank } from "#contracts/required-field.ts"
import { Part } from "#web/app/chunk.tsx"
import { useCookies } from "#web/app/first-paint/cookies.ts"
import { useGroupTerm } from "#web/brands/union.tsx"
import { callHelp } from "#web/shell/shell.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { linkSentChunk } from "../sign-in-link/link-sent-chunk.ts"
import styles from "./away.module.css"
import { CookiesBlocked } from "./cookies-blocked.tsx"
import * as texts from "./login-requirements-texts.ts"
import type { AroundForm } from "./sign-in-form.tsx"
import type { Availability } from "./use-availability.ts"

interface LoginRequirementsProps {
  around: AroundForm | undefined
  username: string
  password: string
  /** Set while too many attempts block this browser from logging in. */
  linkSent: readonly Message[] | undefined
}

/** Names below the button what is missing. */
export default function LoginRequirements(props: LoginRequirementsProps) {
  const { around, linkSent } = props
  // Without cookies, an emailed code would not help.
  if (!useCookies()) return <CookiesBlocked />
  return (
    <>
      {around && (
        <AccountSystemDown availability={around.availability} onCheckAgain={around.checkAgain} />
      )}
      {linkSent ? (
        <Part chunk={linkSentChunk} props={{ messages: linkSent }} />
      ) : (
        <Steps {...props} />
      )}
    </>
  )
}

function Steps({ around, username, password }: LoginRequirementsProps) {
  const term = useGroupTerm()
  const hasUsername = !isBlank(username)
  const hasPassword = !isBlank(password)
  const state = around?.availability.state
  if (state === "away") return null
  if (state === "checking") return <p>{texts.checking}</p>
  const steps = [
    around?.hasSite === false && texts.chooseYour(term),
    !(hasUsername && hasPassword) && texts.enter(hasUsername, hasPassword),
  ].filter((step) => step !== false)
  return steps.length > 0 && <p>{texts.toLogIn(steps.join(texts.and))}</p>
}

interface AccountSystemDownProps {
  availability: Availability
  onCheckAgain: () => void
}

/** Explains why logging in is not possible now, and retries. */
function AccountSystemDown({ availability, onCheckAgain }: AccountSystemDownProps) {
  return (
    <div className={styles.away} role="alert">
      {availability.state === "away" && (
        <>
          <Alert tone="warning" content={availability.content} />
          <Part chunk={callHelp} props={{ messages: [availability] }} />
          <Button look="secondary" onClick={onCheckAgain}>
            {texts.tryAgain}
          </Button>
        </>
      )}
    </div>
  )
}
