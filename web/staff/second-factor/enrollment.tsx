import { type ReactNode, useEffect, useRef, useState } from "react"
import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { CallError, call, messagesOf } from "#web/calls/api.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { QrCode } from "./qr-code.tsx"
import styles from "./second-factor.module.css"

type EnrolmentReply = ReplyOf<Endpoints["POST /appauth/secondFactor/enrol"]>

interface EnrolmentProps {
  /** The password has to be given again. */
  onRestart: () => void
  /** Where the first code is entered. */
  children: ReactNode
}

/** How an authenticator app comes to know its secret: by a picture, a link or a key to type. */
export function Enrolment({ onRestart, children }: EnrolmentProps) {
  const [enrolment, setEnrolment] = useState<EnrolmentReply>()
  const [state, setState] = useState<"loading" | "failed">("loading")
  const started = useRef(false)

  async function begin() {
    setState("loading")
    try {
      setEnrolment(await call("POST /appauth/secondFactor/enrol", {}))
    } catch (error) {
      notify(messagesOf(error))
      if (error instanceof CallError && error.status === 409) onRestart()
      else setState("failed")
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each one makes a new secret
  useEffect(() => {
    if (started.current) return
    started.current = true
    void begin()
  }, [])

  if (!enrolment && state === "failed") {
    return (
      <LoadFailed text="The key for your app could not be made." busy={false} onRetry={begin} />
    )
  }
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          Your account needs a code of an authenticator app at each log-in. Any app of this kind
          will do, on a telephone or a computer.
        </p>
      </li>
      <li>
        <p>Scan this with the app:</p>
        {enrolment ? <Key enrolment={enrolment} /> : <KeyLoading />}
      </li>
      <li>
        <p>Enter the six digits that the app shows now.</p>
        {children}
      </li>
    </ol>
  )
}

function Key({ enrolment: { qr, address, secret } }: { enrolment: EnrolmentReply }) {
  return (
    <div className={styles.key}>
      <QrCode rows={qr} label="QR code for your authenticator app" />
      <div>
        <p>
          On this device? <a href={address}>Open your app</a>.
        </p>
        <p>Or type this key:</p>
        <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</p>
        <CopyButton text={secret} what="key" beneath />
      </div>
    </div>
  )
}

function KeyLoading() {
  return (
    <div className={styles.key}>
      <VisuallyHidden>
        <span role="status">Making a key for your app…</span>
      </VisuallyHidden>
      <div className={styles.placeholder} />
      <div>
        <Skeleton />
        <Skeleton shape="short-line" />
      </div>
    </div>
  )
}
