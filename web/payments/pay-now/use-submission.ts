import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import type { BodyOf } from "#contracts/endpoint.ts"
import type { Message } from "#contracts/messages.ts"
import type { PaymentReply, payNow } from "#contracts/payments/pay-now.ts"
import { CallError, call } from "#web/calls/api.ts"
import { noteSentPayment, warnNothingSent } from "../unseen-payment.ts"
import { type Outcome, watchOutcome } from "./checking/watch-outcome.ts"
import { keyFor, readPayNow, storePayment } from "./pay-now-state.ts"
import * as texts from "./texts.ts"

export type PayNowBody = BodyOf<(typeof payNow)["POST /myaccount-core/payNow"]>

export type Submission =
  /** No payment is in progress. `messages` describe the outcome of the previous attempt. */
  | { stage: "choosing"; messages: readonly Message[] }
  /** The authorization is open. */
  | { stage: "asking"; key: string }
  /**
   * The outcome is unknown. `isWaiting`: the page is still polling. `isCutOff`: the connection
   * failed, so the payment may not have reached the server.
   */
  | { stage: "checking"; key: string; isWaiting: boolean; isCutOff: boolean }
  /** The customer must confirm the payment with their bank. */
  | { stage: "confirming"; key: string }
  | { stage: "paid"; key: string; standing: PaymentReply }

/**
 * The state of one payment from its authorization to its outcome. `openKey` is the key of a payment
 * for this product that the server reports as open, for example one sent from a tab that has since
 * been closed.
 */
export function useSubmission(openKey: string | undefined) {
  const queries = useQueryClient()
  const [submission, setSubmission] = useState<Submission>(begun)
  const { stage } = submission
  const key = stage === "checking" ? submission.key : undefined
  const isWaiting = stage === "checking" && submission.isWaiting

  // The session may end before the result is shown.
  useEffect(() => {
    if (stage === "checking" || stage === "confirming") noteSentPayment(true)
    return stage === "asking" ? warnNothingSent : undefined
  }, [stage])

  // A reply to a request sent before the outcome may still show the payment as open.
  const settled = useRef(new Set<string>())
  useEffect(() => {
    if (openKey === undefined || settled.current.has(openKey)) return
    if (stage === "choosing") setSubmission(checking(openKey))
  }, [openKey, stage])

  const onOutcome = useEffectEvent(settle)
  useEffect(() => {
    if (key === undefined || !isWaiting) return
    return watchOutcome(key, {
      onOutcome: (outcome) => onOutcome(key, outcome),
      onAuthenticate: () => setSubmission({ stage: "confirming", key }),
      onTired: () => setSubmission({ ...checking(key), isWaiting: false }),
    })
  }, [key, isWaiting])

  function settle(of: string, outcome: Outcome) {
    settled.current.add(of)
    if (outcome === "missing") {
      const kept = readPayNow()?.payment
      if (kept) storePayment({ ...kept, isSent: false })
      return choose([neverArrived])
    }
    storePayment(undefined)
    if (!isAccepted(outcome)) return choose(outcome.messages)
    setSubmission({ stage: "paid", key: of, standing: outcome })
    refresh()
  }

  function choose(messages: readonly Message[]) {
    setSubmission({ stage: "choosing", messages })
    refresh()
  }

  /** Any balance may have changed, on this screen too. */
  function refresh() {
    void queries.invalidateQueries()
  }

  return {
    submission,
    /** Processes the outcome of a payment that the customer confirmed or canceled. */
    settle,
    /** Opens the authorization for `content`. */
    ask(content: string) {
      setSubmission({ stage: "asking", key: keyFor(content) })
    },
    decline() {
      setSubmission({ stage: "choosing", messages: [] })
    },
    /** Sends the payment. Errors: `CallError` if the person must read the authorization again. */
    async agree(of: string, body: PayNowBody) {
      const kept = readPayNow()?.payment
      if (kept) storePayment({ ...kept, isSent: true })
      try {
        settle(of, await call("POST /myaccount-core/payNow", body, { idempotencyKey: of }))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (isLost(error)) return setSubmission({ ...checking(of), isCutOff: error.status === 0 })
        if (isToConfirm(error)) return setSubmission({ stage: "confirming", key: of })
        storePayment(undefined)
        if (error.status === 401) warnNothingSent()
        if (error.messages.some(({ messageId }) => messageId.startsWith("authorization.")))
          throw error
        choose(error.messages)
      }
    },
    checkAgain() {
      if (key !== undefined) setSubmission(checking(key))
    },
  }
}

/** The initial state. A payment in progress is checked before anything else. */
function begun(): Submission {
  const payment = readPayNow()?.payment
  if (payment?.isSent) return checking(payment.key)
  return { stage: "choosing", messages: [] }
}

function checking(key: string) {
  return { stage: "checking", key, isWaiting: true, isCutOff: false } as const
}

/** Whether the payment may have been made although there is no reply, or one without an outcome. */
function isLost({ status, messages }: CallError): boolean {
  return status === 0 || (status >= 500 && !messages.some(isCertain))
}

function isToConfirm({ messages }: CallError): boolean {
  return messages.some(({ messageId }) => messageId === "payment.authenticate")
}

/**
 * Whether the message proves that the payment was not made: it failed before it was sent to the
 * gateway, or was rejected.
 */
function isCertain({ messageId }: Message): boolean {
  if (messageId.startsWith("payment.canceled.")) return true
  return messageId === "authorization.unavailable" || messageId === "accountSystem.away"
}

function isAccepted({ paymentStatus }: PaymentReply): boolean {
  return ["accepted", "pending", "settled"].includes(paymentStatus)
}

const neverArrived: Message = {
  type: "INFO",
  content: [texts.notReceived],
  messageId: "payment.neverArrived",
}
