import type { PaymentReply } from "#contracts/payments/pay-now.ts"
import { CallError, call } from "#web/calls/api.ts"

/** Seconds between two requests: short at first, when most outcomes arrive. */
const waits = [1, 2, 3, 5, 8, 13, 20]
const longestWait = 30
/** Seconds of polling after which the person uses a button. */
const giveUpAfterSeconds = 600

/**
 * Seconds to wait before request number `asked` (from 0); undefined once polling has taken too
 * long.
 */
export function nextWait(asked: number, secondsSoFar: number): number | undefined {
  if (secondsSoFar >= giveUpAfterSeconds) return undefined
  return waits[asked] ?? longestWait
}

/** The outcome of a payment; `missing` if it never reached the server. */
export type Outcome = PaymentReply | "missing"

interface Watching {
  onOutcome: (outcome: Outcome) => void
  /** Called when polling ends without an outcome. */
  onTired: () => void
  /**
   * Called if the customer must confirm the payment with their bank. If absent, polling continues
   * instead.
   */
  onAuthenticate?: () => void
}

/**
 * Polls the status of this key's payment until the outcome is known. Returns a function that stops
 * it.
 */
export function watchOutcome(
  key: string,
  { onOutcome, onTired, onAuthenticate }: Watching,
): () => void {
  let timer: ReturnType<typeof setTimeout>
  let asked = 0
  let seconds = 0
  let missing = 0
  let isOver = false
  /** The newest request; the replies to others do not count. */
  let newest = 0

  function wait() {
    const next = nextWait(asked, seconds)
    if (next === undefined) return onTired()
    asked += 1
    seconds += next
    timer = setTimeout(() => void ask(), next * 1000)
  }

  async function ask() {
    newest += 1
    const number = newest
    const found = await outcomeOf(key)
    if (isOver || number !== newest) return
    missing = found === "missing" ? missing + 1 : 0
    if (typeof found === "object" && isOpen(found)) {
      if (found.needsAuthentication === "Y" && onAuthenticate) return onAuthenticate()
      return wait()
    }
    // The first reply does not count, because the payment may reach the server after this request.
    const isUnclear = found === undefined || (found === "missing" && missing < 3)
    if (isUnclear) wait()
    else onOutcome(found)
  }

  /** The network is back, so earlier requests without a reply do not make the person wait. */
  function askAtOnce() {
    clearTimeout(timer)
    asked = 0
    void ask()
  }

  addEventListener("online", askAtOnce)
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener("online", askAtOnce)
  }
}

/** The outcome; undefined if it is unknown. */
async function outcomeOf(key: string): Promise<Outcome | undefined> {
  try {
    return await call("GET /myaccount-core/payNow", undefined, { idempotencyKey: key })
  } catch (error) {
    return error instanceof CallError && error.status === 404 ? "missing" : undefined
  }
}

/** Whether the outcome of a payment is still unknown. */
export function isOpen({ paymentStatus }: PaymentReply): boolean {
  return paymentStatus === "submitted" || paymentStatus === "unknown"
}
