import type { Product } from "#contracts/products/shapes.ts"
import { keepInHistory, readKept } from "#web/forms/history-state.ts"
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
  payment?: KeptPayment | undefined
}

export interface Choice {
  amount?: string | undefined
  recordId?: string | undefined
}

export interface KeptPayment {
  /** The Idempotency-Key: created with the authorization, unchanged until the outcome is known. */
  key: string
  /** The amount and the payment method; a different content is a different payment. */
  content: string
  /** Whether the person agreed, so that the payment may be in progress. */
  isSent: boolean
}

/** Nothing when the screen was not opened from another screen. */
export function readPayNow(): PayNowState | undefined {
  const state = readKept<Partial<PayNowState>>()
  return state?.selectedProduct ? (state as PayNowState) : undefined
}

/** Survives a reload, so that the form does not propose another amount or method again. */
export function keepChoice(choice: Choice): void {
  const state = readPayNow()
  if (state) keepInHistory({ ...state, choice })
}

/** Survives a reload, so that a payment in progress is found again. */
export function keepPayment(payment: KeptPayment | undefined): void {
  noteSentPayment(payment?.isSent ?? false)
  const state = readPayNow()
  if (state) keepInHistory({ ...state, payment })
}

/** The key of this content: the stored one while it has no outcome, else a new one. */
export function keyFor(content: string): string {
  const kept = readPayNow()?.payment
  const key = kept?.content === content ? kept.key : crypto.randomUUID()
  keepPayment({ key, content, isSent: false })
  return key
}
