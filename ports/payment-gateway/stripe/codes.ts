import type Stripe from "stripe"
import type {
  Charge,
  DeclineReason,
  KeptMethod,
  Movement,
  Payout,
  Refund,
  RefusedFor,
} from "../port.ts"
import { reasonClasses } from "../port.ts"

/**
 * Our reason for the code of a decline: what a card network, a bank or Stripe answers to a charge or
 * to the saving of a method. Any other code is `other`. docs/stripe.md contains this table.
 * Sources: https://docs.stripe.com/declines/codes, https://docs.stripe.com/declines/network-codes,
 * and the library's `UsBankAccount.StatusDetails.Blocked.Reason`.
 *
 * `fraudulent` is a suspicion of Stripe or the issuer, and not a statement of the holder.
 */
export const declineReasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: "insufficient_funds",
  card_velocity_exceeded: "insufficient_funds",
  withdrawal_count_limit_exceeded: "insufficient_funds",
  expired_card: "expired_card",
  invalid_expiry_month: "expired_card",
  invalid_expiry_year: "expired_card",
  new_account_information_available: "expired_card",
  incorrect_cvc: "incorrect_cvc",
  invalid_cvc: "incorrect_cvc",
  lost_card: "lost_or_stolen",
  stolen_card: "lost_or_stolen",
  pickup_card: "lost_or_stolen",
  account_closed: "account_closed",
  bank_account_closed: "account_closed",
  no_account: "account_unusable",
  bank_account_declined: "account_unusable",
  bank_account_frozen: "account_unusable",
  bank_account_invalid_details: "account_unusable",
  bank_account_restricted: "account_unusable",
  bank_account_unusable: "account_unusable",
  tokenized_account_number_deactivated: "account_unusable",
  invalid_account: "account_unusable",
  invalid_account_number: "account_unusable",
  incorrect_number: "account_unusable",
  invalid_number: "account_unusable",
  card_not_supported: "account_unusable",
  do_not_try_again: "account_unusable",
  not_permitted: "account_unusable",
  restricted_card: "account_unusable",
  security_violation: "account_unusable",
  service_not_allowed: "account_unusable",
  transaction_not_allowed: "account_unusable",
  debit_not_authorized: "not_authorized",
  revocation_of_all_authorizations: "not_authorized",
  revocation_of_authorization: "not_authorized",
  stop_payment_order: "not_authorized",
  authentication_required: "not_authenticated",
  payment_intent_authentication_failure: "not_authenticated",
  payment_intent_payment_attempt_expired: "not_authenticated",
  setup_intent_authentication_failure: "not_authenticated",
  setup_intent_setup_attempt_expired: "not_authenticated",
}

/**
 * Our reason for the return of a debit that was on its way, and for a lost dispute. Any other code is
 * `other`. docs/stripe.md contains this table. Sources:
 * https://docs.stripe.com/payments/ach-direct-debit (failures), https://docs.stripe.com/disputes/categories.
 */
export const returnReasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: "insufficient_funds",
  account_closed: "account_closed",
  bank_account_closed: "account_closed",
  no_account: "account_unusable",
  bank_account_declined: "account_unusable",
  bank_account_frozen: "account_unusable",
  bank_account_invalid_details: "account_unusable",
  bank_account_restricted: "account_unusable",
  bank_account_unusable: "account_unusable",
  bank_cannot_process: "account_unusable",
  incorrect_account_details: "account_unusable",
  invalid_account_number: "account_unusable",
  tokenized_account_number_deactivated: "account_unusable",
  customer_initiated: "not_authorized",
  debit_not_authorized: "not_authorized",
  fraudulent: "not_authorized",
  unrecognized: "not_authorized",
}

/**
 * Dispute reasons with which Stripe reports a return that arrives after the debit had settled: the
 * bank did not dispute it. Source: https://docs.stripe.com/payments/ach-direct-debit (disputes).
 */
export const lateReturns: readonly string[] = [
  "insufficient_funds",
  "incorrect_account_details",
  "bank_cannot_process",
]

/**
 * Codes with which Stripe refuses a charge for good before any network or bank is asked, besides a
 * decline. `authorization`: the mandate has ended. Any other code of an answer 4xx is `unknown`.
 * docs/stripe.md contains this table. Source: https://docs.stripe.com/error-codes.
 */
export const refusalCodes: Readonly<Record<string, RefusedFor | "authorization">> = {
  payment_intent_mandate_invalid: "authorization",
  setup_intent_mandate_invalid: "authorization",
  billing_invalid_mandate: "authorization",
  bank_account_unverified: "method",
  expired_payment_method: "method",
  payment_method_bank_account_blocked: "method",
  payment_method_not_available: "method",
  payment_method_restricted: "method",
  payment_method_unexpected_state: "method",
  amount_too_large: "amount",
  amount_too_small: "amount",
  charge_exceeds_source_limit: "amount",
  charge_exceeds_transaction_limit: "amount",
  invalid_charge_amount: "amount",
  account_invalid: "account",
  capability_not_active: "account",
  livemode_mismatch: "account",
  not_allowed_on_standard_account: "account",
  payment_method_unactivated: "account",
  payment_method_unsupported_type: "account",
  testmode_charges_only: "account",
}

type IntentStatus =
  | "processing"
  | "succeeded"
  | "requires_action"
  | "requires_capture"
  | "requires_confirmation"
  | "requires_payment_method"
  | "canceled"

/**
 * The status of a charge by the status of its PaymentIntent, before refunds and disputes.
 * docs/stripe.md contains this table.
 */
export const intentStatuses: Readonly<Record<IntentStatus, "pending" | "settled" | "declined">> = {
  processing: "pending",
  succeeded: "settled",
  requires_action: "declined",
  requires_capture: "declined",
  requires_confirmation: "declined",
  requires_payment_method: "declined",
  canceled: "declined",
}

/** Our networks by Stripe's brands of cards; "" for the rest. docs/stripe.md contains this table. */
export const cardTypes: Readonly<Record<string, KeptMethod["cardType"]>> = {
  visa: "VS",
  mastercard: "MC",
  discover: "DS",
  amex: "AM",
}

type DisputeStatus =
  | "appeal_needs_response"
  | "appeal_under_review"
  | "lost"
  | "needs_response"
  | "prevented"
  | "under_review"
  | "warning_closed"
  | "warning_needs_response"
  | "warning_under_review"
  | "won"

/** The status of a charge by the status of its dispute. docs/stripe.md contains this table. */
export const disputeStatuses: Readonly<Record<DisputeStatus, Charge["status"]>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "disputeWon",
  needs_response: "disputed",
  under_review: "disputed",
  appeal_needs_response: "disputed",
  appeal_under_review: "disputed",
  won: "disputeWon",
  prevented: "disputeWon",
  lost: "disputeLost",
}

/**
 * The kind of a movement by the type of Stripe's balance transaction; `other` for the rest.
 * docs/stripe.md contains this table.
 */
export const movementKinds: Readonly<Record<string, Movement["kind"]>> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund",
  payment_failure_refund: "return",
  payment_reversal: "return",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
  payout: "payout",
  payout_cancel: "payout",
  payout_failure: "payout",
}

/** An adjustment with a dispute as its source is a dispute; Stripe has no separate type for it. */
export function movementKindOf({ type, source }: Stripe.BalanceTransaction): Movement["kind"] {
  const isAdjusted = type === "adjustment" && typeof source === "object"
  if (isAdjusted && source?.object === "dispute") return "dispute"
  return movementKinds[type] ?? "other"
}

/** Our status for Stripe's status of a refund. docs/stripe.md contains this table. */
export const refundStatuses: Readonly<Record<string, Refund["status"]>> = {
  pending: "pending",
  requires_action: "pending",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "failed",
}

export function refundStatusOf({ status }: Stripe.Refund): Refund["status"] {
  return refundStatuses[status ?? ""] ?? "pending"
}

/** Our status for Stripe's status of a payout. docs/stripe.md contains this table. */
export const payoutStatuses: Readonly<Record<string, Payout["status"]>> = {
  pending: "pending",
  in_transit: "pending",
  paid: "paid",
  failed: "failed",
  canceled: "failed",
}

export function payoutStatusOf({ status }: Stripe.Payout): Payout["status"] {
  return payoutStatuses[status] ?? "pending"
}

/** The part of Stripe's errors that describes a decline. */
export interface StripeDecline {
  code?: string
  decline_code?: string
  advice_code?: string
  network_advice_code?: string
}

/** Mastercard's advice never to try again. Source: https://docs.stripe.com/declines/card#retrying-issuer-declines */
const neverAgain = ["03", "21"]

/**
 * Our reason for a decline; its decline code is more specific than its code. The issuer's advice
 * decides whether the card is tried again.
 */
export function reasonOf(decline: StripeDecline | null): DeclineReason {
  const { code = "", decline_code = "", advice_code, network_advice_code = "" } = decline ?? {}
  const reason = declineReasons[decline_code] ?? declineReasons[code] ?? "other"
  const isTriedAgain = ["insufficient-funds", "other"].includes(reasonClasses[reason])
  if (!isTriedAgain) return reason
  if (advice_code === "confirm_card_data") return "expired_card"
  const isFinal = advice_code === "do_not_try_again" || neverAgain.includes(network_advice_code)
  return isFinal ? "account_unusable" : reason
}

/** Whether a failed payment without a charge was declined, and not refused before anybody was asked. */
export function isDecline(error: (StripeDecline & { type: string }) | null): boolean {
  const { type = "", code = "", decline_code = "" } = error ?? {}
  return (
    type === "card_error" || [decline_code, code].some((one) => Object.hasOwn(declineReasons, one))
  )
}

export function intentStatusOf({ status }: Stripe.PaymentIntent) {
  return intentStatuses[status as IntentStatus] ?? "declined"
}

/** A dispute of an unknown status counts as open: the money may be gone, and nothing is charged. */
export function disputeStatusOf({ status }: Stripe.Dispute): Charge["status"] {
  return disputeStatuses[status as DisputeStatus] ?? "disputed"
}
