import type Stripe from "stripe"
import type { Charge, DeclineReason, KeptMethod, Movement, Payout, Refund } from "../port.ts"

/**
 * Our reason for Stripe's decline codes, failure codes and dispute reasons; "other" for the rest.
 * docs/payments.md contains this table.
 */
export const stripeReasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: "insufficient_funds",
  expired_card: "expired_card",
  invalid_expiry_month: "expired_card",
  invalid_expiry_year: "expired_card",
  incorrect_cvc: "incorrect_cvc",
  invalid_cvc: "incorrect_cvc",
  lost_card: "lost_or_stolen",
  stolen_card: "lost_or_stolen",
  pickup_card: "lost_or_stolen",
  account_closed: "account_closed",
  no_account: "account_closed",
  bank_account_restricted: "account_unusable",
  bank_account_unusable: "account_unusable",
  incorrect_account_details: "account_unusable",
  invalid_account: "account_unusable",
  invalid_account_number: "account_unusable",
  incorrect_number: "account_unusable",
  invalid_number: "account_unusable",
  card_not_supported: "account_unusable",
  do_not_try_again: "account_unusable",
  restricted_card: "account_unusable",
  debit_not_authorized: "not_authorized",
  customer_initiated: "not_authorized",
  fraudulent: "not_authorized",
  revocation_of_all_authorizations: "not_authorized",
  revocation_of_authorization: "not_authorized",
  stop_payment_order: "not_authorized",
  authentication_required: "not_authenticated",
  payment_intent_authentication_failure: "not_authenticated",
  payment_intent_payment_attempt_expired: "not_authenticated",
  setup_intent_authentication_failure: "not_authenticated",
  setup_intent_setup_attempt_expired: "not_authenticated",
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
 * docs/payments.md contains this table.
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

/** Our networks by Stripe's brands of cards; "" for the rest. docs/payments.md contains this table. */
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

/** The status of a charge by the status of its dispute. docs/payments.md contains this table. */
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
 * docs/payments.md contains this table.
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

/** Our status for Stripe's status of a refund. docs/payments.md contains this table. */
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

/** Our status for Stripe's status of a payout. docs/payments.md contains this table. */
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

/** Our reason for a decline by Stripe; its decline code is more specific than its code. */
export function reasonOf(error: { code?: string; decline_code?: string } | null): DeclineReason {
  return stripeReasons[error?.decline_code ?? ""] ?? stripeReasons[error?.code ?? ""] ?? "other"
}

export function intentStatusOf({ status }: Stripe.PaymentIntent) {
  return intentStatuses[status as IntentStatus] ?? "declined"
}

/** A dispute of an unknown status counts as open: the money may be gone, and nothing is charged. */
export function disputeStatusOf({ status }: Stripe.Dispute): Charge["status"] {
  return disputeStatuses[status as DisputeStatus] ?? "disputed"
}
