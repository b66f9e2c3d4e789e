import type { Queries } from "#database/sql.ts"
import type { Payment } from "./payments.store.ts"
import type { PaymentState } from "./state-machine.ts"

/** What the gateway reported about a payment, or how we ended it. */
export interface PaymentDecision {
  status: PaymentState
  /** The gateway's reason or one of ours; "" without one. */
  reason: string
  /** The client's time zone, which determines the day of the decision. */
  timeZone: string
}

/** What a return or lost dispute leads to. */
export interface AfterReturn {
  /** What happened and what happens next, as HTML. */
  texts: string[]
  /** Records what the texts announce, in the transaction of the email. `isUnsent`: no address is on file. */
  announce(tx: Queries, isUnsent: boolean): Promise<void>
}

/** Payments announce each decision to auto pay, which depends on them and not the other way around. */
export interface PaymentListener {
  /**
   * Runs in the transaction of the decision, so that no charge can pass between a failure and what
   * it stops. A decision may arrive again.
   */
  onDecided(tx: Queries, payment: Payment, decision: PaymentDecision): Promise<void>
  /** Whether this stored charge must no longer be made. */
  isStopped(payment: Payment): Promise<boolean>
  /** The sentence about what an accepted charge left of its bills; undefined if it paid all. */
  textAboutRest(payment: Payment): Promise<string | undefined>
  /** Undefined if nothing follows the return of this payment. Errors: `AccountSystemAway`. */
  afterReturn(payment: Payment): Promise<AfterReturn | undefined>
}
