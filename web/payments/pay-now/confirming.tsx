import { useEffect, useEffectEvent, useRef, useState } from "react"
import { call } from "#web/calls/api.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { BankPage } from "../bank-page/bank-page.tsx"
import * as texts from "../texts.ts"
import { isOpen, type Outcome, watchOutcome } from "./checking/watch-outcome.ts"
import styles from "./pay-now.module.css"

interface ConfirmingProps {
  /** The Idempotency-Key of the payment. */
  idempotencyKey: string
  onOutcome: (outcome: Outcome) => void
}

const askAgainMs = 3_000

/** The payment waits until the customer confirms it with their bank or cancels it. */
export function Confirming({ idempotencyKey, onOutcome }: ConfirmingProps) {
  const [address, setAddress] = useState<string>()
  const [waiting, setWaiting] = useState(texts.openingPage)
  const [isStuck, setIsStuck] = useState(false)
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOver = useRef(false)

  function settle(outcome: Outcome) {
    if (isOver.current) return
    isOver.current = true
    onOutcome(outcome)
  }

  /** Requests the bank's page or, after the customer has answered there, the outcome. */
  async function ask(): Promise<void> {
    const found = await send(idempotencyKey, "N")
    if (isOver.current) return
    if (found && !isOpen(found)) return settle(found)
    if (found?.authenticateAt) return setAddress(found.authenticateAt)
    timer.current = setTimeout(() => void ask(), askAgainMs)
  }

  async function giveUp(): Promise<void> {
    setBusy(true)
    const found = await send(idempotencyKey, "Y")
    setBusy(false)
    if (found && !isOpen(found)) settle(found)
    else setIsStuck(true)
  }

  const onFound = useEffectEvent(settle)
  const onStart = useEffectEvent(() => void ask())
  useEffect(() => {
    isOver.current = false
    onStart()
    // Another tab may end the payment, or the customer may confirm it in the app of their bank.
    const stop = watchOutcome(idempotencyKey, { onOutcome: onFound, onTired() {} })
    return () => {
      isOver.current = true
      clearTimeout(timer.current)
      stop()
    }
  }, [idempotencyKey])

  return (
    <BankPage
      title={texts.confirmPayment}
      explanation={texts.notChargedYet}
      address={address}
      waiting={waiting}
      onReturn={() => {
        setAddress(undefined)
        setWaiting(texts.checkingAnswer)
        void ask()
      }}
    >
      <div role="alert">{isStuck && <Alert tone="warning" content={[texts.notCanceled]} />}</div>
      <div className={styles.actions}>
        <Button look="secondary" busy={busy && texts.cancelPayment} onClick={() => void giveUp()}>
          {texts.cancelPayment}
        </Button>
      </div>
    </BankPage>
  )
}

/** Returns undefined if there was no reply. */
async function send(idempotencyKey: string, isGivenUp: "Y" | "N") {
  const path = "POST /myaccount-core/payNow/authentication"
  return await call(path, { isGivenUp }, { idempotencyKey }).catch(() => undefined)
}
