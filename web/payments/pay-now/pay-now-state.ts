import type { Product } from "#contracts/products/shapes.ts"
import { readCached, saveInHistory } from "#web/forms/history-state.ts"
import { noteSentPayment } from "../unseen-payment.ts"

/** The state that the previous screen passes to this one, kept in the history entry. */
export interface PayNowState {
  selectedProduct: Product
  clientName: string
  /** DASHBOARD, or the name of the payment center. */
  originScreen: string
  /** Replaces what the form proposes. */
  choice?: Choice | undefined
  /** The payment of this entry, after its authorization was opened. */
  payment?: StoredPayment | undefined
}

export interface Choice {
  amount?: string | undefined
  recordId?: string | undefined
}

export interface StoredPayment {
  /** The Idempotency-Key: created with the authorization, unchanged until the outcome is known. */
  key: string
  /** The amount and the payment method; a different content is a different payment. */
  content: string
  /** Whether the person agreed, so that the payment may be in progress. */
  isSent: boolean
}

/** Nothing when the screen was not opened from another screen. */
export function readPayNow(): PayNowState | undefined {
  const state = readCached<Partial<PayNowState>>()
  return state?.selectedProduct ? (state as PayNowState) : undefined
}

/** Survives a reload, so that the form does not propose another amount or method again. */
export function keepChoice(choice: Choice): void {
  const state = readPayNow()
  if (state) saveInHistory({ ...state, choice })
}

/** Survives a reload, so that a payment in progress is found again. */
export function storePayment(payment: StoredPayment | undefined): void {
  noteSentPayment(payment?.isSent ?? false)
  const state = readPayNow()
  if (state) saveInHistory({ ...state, payment })
}

/** The key of this content: the stored one while it has no outcome, else a new one. */
export function keyFor(content: string): string {
  const kept = readPayNow()?.payment
  const key = kept?.content === content ? kept.key : crypto.randomUUID()
  storePayment({ key, content, isSent: false })
  return key
}
