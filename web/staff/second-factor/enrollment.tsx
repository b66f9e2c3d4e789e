import { useEffect, useRef, useState } from "react"
import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { Message } from "#contracts/messages.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { CallError, call, messagesOf } from "#web/calls/api.ts"
import { opened } from "#web/calls/use-loaded.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import type { Elements } from "#web/ui/elements.ts"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { CopyButton } from "#web/ui/text/copy-button.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./second-factor.module.css"

type EnrolmentReply = ReplyOf<Endpoints["POST /appauth/secondFactor/enrol"]>

interface EnrolmentProps {
  /** Called if the password must be entered again. */
  onRestart: () => void
  /** The field for the first code. */
  children: Elements
}

/** Shows the secret of an authenticator app as a QR code, a link and a key to type. */
export function Enrolment({ onRestart, children }: EnrolmentProps) {
  const [enrolment, setEnrolment] = useState<EnrolmentReply>()
  const [failed, setFailed] = useState<readonly Message[] | null>(null)
  const started = useRef(false)

  async function begin() {
    setFailed(null)
    try {
      setEnrolment(await call("POST /appauth/secondFactor/enrol", {}))
    } catch (error) {
      const isEnded = error instanceof CallError && error.status === 409
      if (!isEnded) return setFailed(opened(messagesOf(error), texts.keyNotMade))
      notify(messagesOf(error))
      onRestart()
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each one makes a new secret
  useEffect(() => {
    if (started.current) return
    started.current = true
    void begin()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `begin` is the same in each render
  useEffect(() => {
    if (!failed) return
    const again = () => void begin()
    addEventListener("online", again)
    return () => removeEventListener("online", again)
  }, [failed])

  if (!enrolment && failed) return <LoadFailed messages={failed} busy={false} onRetry={begin} />
  return (
    <ol className={styles.steps}>
      <li>
        <p>{texts.whyAuthenticator}</p>
      </li>
      <li>
        <p>{texts.scanThisWithTheApp}</p>
        {enrolment ? <Key enrolment={enrolment} /> : <KeyLoading />}
      </li>
      <li>
        <p>{texts.enterSixDigits}</p>
        {children}
      </li>
    </ol>
  )
}

function Key({ enrolment: { qr, address, secret } }: { enrolment: EnrolmentReply }) {
  return (
    <div className={styles.key}>
      <QrCode rows={qr} label={texts.qrCodeLabel} />
      <div>
        <p>
          {texts.onThisDevice}
          <a href={address}>{texts.openYourApp}</a>.
        </p>
        <p>{texts.orTypeThisKey}</p>
        <p className={styles.secret} translate="no">
          {secret.match(/.{1,4}/g)?.join(" ")}
        </p>
        <CopyButton text={secret} what={texts.key} beneath />
      </div>
    </div>
  )
}

function KeyLoading() {
  return (
    <div className={styles.key}>
      <VisuallyHidden>
        <span role="status">{texts.makingKey}</span>
      </VisuallyHidden>
      <div className={styles.placeholder} />
      <div>
        <Skeleton />
        <Skeleton shape="short-line" />
      </div>
    </div>
  )
}

/**
 * `rows` as sent by the server: one string per row, with 1 for a dark module. Dark on white in
 * every color scheme.
 */
function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const path = rows
    .flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x} ${y}h1v1h-1z` : "")))
    .join("")
  const size = rows.length
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}
