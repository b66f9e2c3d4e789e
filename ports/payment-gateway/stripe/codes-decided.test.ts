import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { declineReasons, disputeStatuses, refusalCodes, returnReasons } from "./codes.ts"

const library = new URL("../../../node_modules/stripe/esm/resources/", import.meta.url)
const declared = (file: string) => readFileSync(new URL(file, library), "utf8")

/** The values of a union that the library declares after `begin`. */
function unionAfter(file: string, begin: string, name: string): string[] {
  const text = declared(file)
  const [, union = ""] =
    new RegExp(`type ${name} = ([^;]+);`).exec(text.slice(text.indexOf(begin))) ?? []
  const values = [...union.matchAll(/'([^']+)'/g)].map(([, value = ""]) => value)
  assert.ok(values.length > 1, `${file} ${name}`)
  return values
}

function assertDecided(values: string[], tables: object[], others: string[]): void {
  const known = [...tables.flatMap(Object.keys), ...others]
  assert.deepEqual(
    values.filter((value) => !known.includes(value)),
    [],
    "neither in a table nor among the others",
  )
}

/**
 * Decline codes that are rightly `other`: the charge may succeed later, or nobody knows why it failed.
 */
const temporary = [
  "approve_with_id",
  "call_issuer",
  "card_decline_rate_limit_exceeded",
  "card_declined",
  "currency_not_supported",
  "do_not_honor",
  "duplicate_transaction",
  "fraudulent",
  "generic_decline",
  "incorrect_address",
  "incorrect_pin",
  "incorrect_postal_code",
  "incorrect_zip",
  "invalid_amount",
  "invalid_pin",
  "issuer_not_available",
  "merchant_blacklist",
  "mobile_device_authentication_required",
  "no_action_taken",
  "offline_pin_required",
  "online_or_offline_pin_required",
  "payment_intent_payment_attempt_failed",
  "payment_method_customer_decline",
  "payment_method_provider_decline",
  "payment_method_provider_timeout",
  "pin_try_exceeded",
  "processing_error",
  "reenter_transaction",
  "refer_to_customer",
  "setup_attempt_failed",
  "testmode_decline",
  "try_again_later",
]

/**
 * Codes about the verification of accounts, about calls and objects that we never use, or about a fault
 * of ours: `unknown` for a charge.
 */
const aboutOtherCalls =
  `account_country_invalid_address account_error_country_change_requires_additional_steps
  account_information_mismatch account_number_invalid account_token_required_for_v2_account
  acss_debit_session_incomplete action_blocked alipay_upgrade_required
  anomalous_money_movement_request api_key_expired application_fees_not_allowed approval_required
  authentication_failure balance_insufficient balance_invalid_parameter
  bank_account_bad_routing_numbers bank_account_exists bank_account_verification_failed
  bitcoin_upgrade_required capture_charge_authorization_expired capture_unauthorized_payment
  cardholder_phone_number_required charge_already_captured charge_already_refunded charge_disputed
  charge_expired_for_capture charge_invalid_parameter charge_not_refundable
  clearing_code_unsupported country_code_invalid country_unsupported coupon_expired
  customer_max_payment_methods customer_max_subscriptions customer_session_expired
  customer_tax_location_invalid dispute_evidence_page_limit_exceeded email_invalid
  failed_tax_calculation financial_account_balance_does_not_support_currency
  financial_account_capability_not_enabled financial_account_capability_restricted
  financial_connections_account_inactive financial_connections_account_pending_account_numbers
  financial_connections_account_unavailable_account_numbers
  financial_connections_consent_locale_invalid financial_connections_consent_locale_unsupported
  financial_connections_no_successful_transaction_refresh forwarding_api_inactive
  forwarding_api_invalid_parameter forwarding_api_retryable_upstream_error
  forwarding_api_upstream_connection_error forwarding_api_upstream_connection_timeout
  forwarding_api_upstream_error idempotency_key_in_use india_recurring_payment_mandate_canceled
  instant_payouts_config_disabled instant_payouts_currency_disabled instant_payouts_limit_exceeded
  instant_payouts_unsupported intent_invalid_state intent_verification_method_missing
  invalid_canceled_subscription_fields invalid_card_type invalid_characters
  invalid_mandate_reference_prefix_format invalid_source_usage invalid_tax_location
  invoice_no_customer_line_items invoice_no_payment_method_types
  invoice_no_subscription_line_items invoice_not_editable invoice_on_behalf_of_not_editable
  invoice_payment_intent_requires_action invoice_upcoming_none lock_timeout missing
  out_of_inventory ownership_declaration_not_allowed parameter_invalid_empty
  parameter_invalid_integer parameter_invalid_string_blank parameter_invalid_string_empty
  parameter_missing parameter_unknown parameters_exclusive
  payment_evaluation_on_api_version_not_supported payment_intent_action_required
  payment_intent_incompatible_payment_method payment_intent_invalid_parameter
  payment_intent_konbini_rejected_confirmation_number payment_intent_rate_limit_exceeded
  payment_intent_unexpected_state payment_method_bank_account_already_verified
  payment_method_billing_details_address_missing payment_method_configuration_failures
  payment_method_currency_mismatch payment_method_invalid_parameter
  payment_method_invalid_parameter_testmode payment_method_microdeposit_failed
  payment_method_microdeposit_processing_error
  payment_method_microdeposit_verification_amounts_invalid
  payment_method_microdeposit_verification_amounts_mismatch
  payment_method_microdeposit_verification_attempts_exceeded
  payment_method_microdeposit_verification_descriptor_code_mismatch
  payment_method_microdeposit_verification_timeout payout_reconciliation_not_ready
  payouts_limit_exceeded payouts_not_allowed platform_account_required platform_api_key_expired
  postal_code_invalid product_inactive progressive_onboarding_limit_exceeded rate_limit
  refund_disputed_payment request_blocked resource_already_exists resource_missing
  return_intent_already_processed routing_number_invalid secret_key_required
  sepa_unsupported_account service_period_coupon_with_metered_tiered_item_unsupported
  setup_intent_invalid_parameter setup_intent_mobile_wallet_unsupported
  setup_intent_unexpected_state shipping_address_invalid shipping_calculation_failed siret_invalid
  sku_inactive smart_disputes_not_available state_unsupported status_transition_invalid
  storer_capability_missing storer_capability_not_active stripe_tax_inactive
  subscription_update_trial_after_billing_cycle_anchor tax_id_invalid tax_id_prohibited
  taxes_calculation_failed terminal_location_country_unsupported terminal_reader_busy
  terminal_reader_hardware_fault terminal_reader_invalid_location_for_activation
  terminal_reader_invalid_location_for_payment terminal_reader_offline terminal_reader_timeout
  three_d_secure_authentication_not_supported three_d_secure_authentication_upstream_error
  tls_version_unsupported token_already_used token_card_network_invalid token_in_use
  transfer_source_balance_parameters_mismatch transfers_not_allowed url_invalid`.split(/\s+/)

test("every code of a failed payment that the library knows is decided", () => {
  const codes = unionAfter("PaymentIntents.d.ts", "namespace LastPaymentError", "Code")
  const tables = [declineReasons, refusalCodes, returnReasons]
  assertDecided(codes, tables, [...temporary, ...aboutOtherCalls])
  const inTables = tables.flatMap(Object.keys)
  assert.deepEqual(
    [...aboutOtherCalls, ...temporary].filter((code) => inTables.includes(code)),
    // A dispute has this reason as well.
    ["fraudulent"],
  )
})

test("every reason for which Stripe blocks a bank account is decided", () => {
  const reasons = unionAfter("PaymentMethods.d.ts", "namespace Blocked", "Reason")
  assertDecided(reasons, [returnReasons], [])
  assertDecided(reasons, [declineReasons], [])
})

test("every reason and status of a dispute is decided", () => {
  const [, listed = ""] =
    /Reason given by cardholder for dispute\. Possible values are ([^.]+)\./.exec(
      declared("Disputes.d.ts"),
    ) ?? []
  const reasons = [...listed.matchAll(/`(\w+)`/g)].map(([, reason = ""]) => reason)
  assert.ok(reasons.length > 10)
  // The customer quarrels about the service, not about the authorization.
  const aboutService = [
    "check_returned",
    "credit_not_processed",
    "duplicate",
    "general",
    "noncompliant",
    "product_not_received",
    "product_unacceptable",
    "subscription_canceled",
  ]
  assertDecided(reasons, [returnReasons], aboutService)
  const statuses = unionAfter("Disputes.d.ts", "namespace Dispute", "Status")
  assertDecided(statuses, [disputeStatuses], [])
})

test("every decline code that Stripe documents is decided", () => {
  // Source: https://docs.stripe.com/declines/codes
  const documented = `approve_with_id authentication_required call_issuer
    card_not_supported card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again
    duplicate_transaction expired_card fraudulent generic_decline incorrect_cvc incorrect_number
    incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc
    invalid_expiry_month invalid_expiry_year invalid_number invalid_pin issuer_not_available
    lost_card merchant_blacklist mobile_device_authentication_required
    new_account_information_available no_action_taken not_permitted offline_pin_required
    online_or_offline_pin_required pickup_card pin_try_exceeded processing_error
    reenter_transaction restricted_card revocation_of_all_authorizations
    revocation_of_authorization security_violation service_not_allowed stolen_card
    stop_payment_order testmode_decline transaction_not_allowed try_again_later
    withdrawal_count_limit_exceeded`.split(/\s+/)
  assertDecided(documented, [declineReasons], temporary)
})
