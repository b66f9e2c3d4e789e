import type { Product } from "#contracts/products/shapes.ts"
import { keepInHistory, readKept } from "#web/forms/kept-in-history.ts"

/** What goes with the way to this screen, and stays with its entry of the history. */
export interface PayNowState {
  selectedProduct: Product
  clientName: string
  /** DASHBOARD, or the payment center's own name. */
  originScreen: string
  /** The payment that this entry is about, once its authorization has been opened. */
  payment?: KeptPayment | undefined
}

export interface KeptPayment {
  /** The Idempotency-Key: born with the authorization, and the same until the outcome is known. */
  key: string
  /** What it pays by what; another content is another payment. */
  content: string
  /** Whether the person has agreed, so that it may be on its way. */
  isSent: boolean
}

/** Nothing where the screen was opened without coming from another one. */
export function readPayNow(): PayNowState | undefined {
  const state = readKept<Partial<PayNowState>>()
  return state?.selectedProduct ? (state as PayNowState) : undefined
}

/** Outlives a reload: a payment that is on its way is found again. */
export function keepPayment(payment: KeptPayment | undefined): void {
  const state = readPayNow()
  if (state) keepInHistory({ ...state, payment })
}

/** The key of this content: the one that is kept, as long as it has no outcome, or a new one. */
export function keyFor(content: string): string {
  const kept = readPayNow()?.payment
  const key = kept?.content === content ? kept.key : crypto.randomUUID()
  keepPayment({ key, content, isSent: false })
  return key
}
