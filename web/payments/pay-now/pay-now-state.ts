import type { Product } from "#contracts/products/shapes.ts"
import { readCached, saveInHistory } from "#web/forms/history-state.ts"
import { noteSentPayment } from "../unseen-payment.ts"

/** The state passed by the previous screen, stored in the history entry. */
export interface PayNowState {
  selectedProduct: Product
  clientName: string
  /** DASHBOARD, or the name of the payment center. */
  originScreen: string
  /** Replaces the default choice of the form. */
  choice?: Choice | undefined
  /** The payment of this entry, once its authorization was opened. */
  payment?: StoredPayment | undefined
}

export interface Choice {
  amount?: string | undefined
  recordId?: string | undefined
}

export interface StoredPayment {
  /**
   * The Idempotency-Key, created with the authorization. It does not change until the outcome is
   * known.
   */
  key: string
  /** The amount and the payment method. Other content means another payment. */
  content: string
  /** Whether the person agreed, so that the payment may be in progress. */
  isSent: boolean
}

/** The stored state; undefined if the screen was not opened from another screen. */
export function readPayNow(): PayNowState | undefined {
  const state = readCached<Partial<PayNowState>>()
  return state?.selectedProduct ? (state as PayNowState) : undefined
}

/**
 * Stores the choice across a reload, so that the form does not propose another amount or method.
 */
export function keepChoice(choice: Choice): void {
  const state = readPayNow()
  if (state) saveInHistory({ ...state, choice })
}

/** Stores the payment across a reload, so that a payment in progress is found again. */
export function storePayment(payment: StoredPayment | undefined): void {
  noteSentPayment(payment?.isSent ?? false)
  const state = readPayNow()
  if (state) saveInHistory({ ...state, payment })
}

/**
 * The key for this content: the stored key while its payment has no outcome; otherwise a new one.
 */
export function keyFor(content: string): string {
  const kept = readPayNow()?.payment
  const key = kept?.content === content ? kept.key : crypto.randomUUID()
  storePayment({ key, content, isSent: false })
  return key
}
