import { ApiError } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import type { AutoPayBody } from "#contracts/payments/auto-pay.ts"
import {
  type AutoPayOutcome,
  autoPayOutcome,
  frequencyLabel,
} from "#contracts/payments/auto-pay-rules.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { Billing, BillingChoice, Policy } from "#ports/policy-admin/port.ts"
import { billingChangeBlock } from "#services/products/allowed-actions.ts"
import { blockedText } from "#services/products/blocked-presenter.ts"
import type { AutoPayState } from "#services/products/due-status.ts"
import { isExpired } from "../methods/card-expiry.ts"
import { depositsText, methodHeader } from "../methods/payment-method-presenter.ts"
import type { PaymentMethodRow } from "../methods/payment-methods.store.ts"

/** A change of auto pay or frequency that a customer requests. */
export interface AutoPayChangeRequest {
  policy: Policy
  /** The billing settings that the customer saw. */
  seen: BillingChoice
  wanted: BillingChoice
  /** The method that auto pay will charge; undefined if the change ends auto pay. */
  method: PaymentMethodRow | undefined
  outcome: AutoPayOutcome
  /** The values that the page showed before the customer agreed. */
  shown: ShownChange
}

/** Amounts are cents, the date is MM/DD/YYYY. */
interface ShownChange {
  outcome: AutoPayOutcome
  premium: number
  adminFee: number
  totalPremium: number
  paymentAmount: number
  dueDate: string
}

/**
 * Reads the request from the body, for this product and these methods of the customer.
 *
 * Errors: `request.notFound` if the method is not among them.
 */
export function changeRequestOf(
  body: AutoPayBody,
  policy: Policy,
  methods: readonly PaymentMethodRow[],
  isSuspended: boolean,
): AutoPayChangeRequest {
  const [detail] = body.paymentDetails
  const seen = {
    frequencyCode: body.currentPaymentFrequecyCode,
    paymentMethodRecordId: recordIdOf(body.currentPaymentMethodRecordId),
  }
  const wanted = {
    frequencyCode: detail.billingMode,
    paymentMethodRecordId: recordIdOf(detail.paymentMethodRecordId),
  }
  const method = methods.find(({ recordId }) => recordId === wanted.paymentMethodRecordId)
  if (!method && wanted.paymentMethodRecordId !== null) throw new ApiError("request.notFound")
  const outcome = autoPayOutcome(seen, wanted, policy.billing.hasBillingFee, isSuspended)
  const shown = {
    outcome: body.emailType,
    premium: centsOf(body.premium),
    adminFee: centsOf(body.adminFee),
    totalPremium: centsOf(body.totalPremium),
    paymentAmount: centsOf(detail.paymentAmount),
    dueDate: body.paymentDueDate,
  }
  return { policy, seen, wanted, method, outcome, shown }
}

function recordIdOf(id: string): string | null {
  return id === noAutoPayRecordId ? null : id
}

export function isPaidAs(billing: Billing, choice: BillingChoice): boolean {
  return (
    billing.frequencyCode === choice.frequencyCode &&
    billing.paymentMethodRecordId === choice.paymentMethodRecordId
  )
}

/**
 * The same request to end auto pay, with the current billing settings: another change may have come
 * before it.
 */
export function removalOfNow(request: AutoPayChangeRequest): AutoPayChangeRequest {
  const { frequencyCode, paymentMethodRecordId } = request.policy.billing
  const wanted = { frequencyCode, paymentMethodRecordId: null }
  return { ...request, seen: { frequencyCode, paymentMethodRecordId }, wanted }
}

/** Whether the change only ends auto pay. That is possible at any time. */
export function isPlainRemoval({ outcome, seen, wanted }: AutoPayChangeRequest): boolean {
  return outcome === "remove" && seen.frequencyCode === wanted.frequencyCode
}

/**
 * Checks that the change can be made now, and matches what the customer saw.
 *
 * Errors: `autoPay.notPossible`, `autoPay.changed`, `autoPay.methodExpired`,
 * `autoPay.methodUnverified`, `autoPay.amountChanged`.
 */
export function checkChangeRequest(
  request: AutoPayChangeRequest,
  quote: ChargeQuote,
  today: Temporal.PlainDate,
  autoPay: AutoPayState | undefined,
): void {
  const { policy, seen, wanted, method, outcome, shown } = request
  const { billing } = policy
  const block = isPlainRemoval(request) ? null : billingChangeBlock(billing, today, autoPay)
  if (block) throw new ApiError("autoPay.notPossible", { reason: blockedText(block) })
  if (!isPaidAs(billing, seen) || frequencyLabel(billing, wanted.frequencyCode) === "") {
    throw new ApiError("autoPay.changed")
  }
  if (outcome === "none" || outcome !== shown.outcome) throw new ApiError("autoPay.changed")
  if (method && isExpired(method, today)) {
    throw new ApiError("autoPay.methodExpired", { method: methodHeader(method) })
  }
  if (method && method.verifyAt !== "") {
    const deposits = depositsText(method.deposits)
    throw new ApiError("autoPay.methodUnverified", { method: methodHeader(method), deposits })
  }
  // The text that ends auto pay contains the amount, and is itself compared.
  if (isPlainRemoval(request)) return
  const isAsShown =
    shown.premium === centsOf(quote.premium) &&
    shown.adminFee === centsOf(quote.adminFee) &&
    shown.totalPremium === centsOf(quote.totalPremium) &&
    shown.paymentAmount === centsOf(quote.paymentAmount) &&
    shown.dueDate === quote.dueDate
  if (!isAsShown) throw new ApiError("autoPay.amountChanged")
}
