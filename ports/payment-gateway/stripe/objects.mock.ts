import type Stripe from "stripe"

type Parameters = Record<string, unknown>

export const created = 1_772_452_800

/** Complete Stripe objects, which the compiler checks against Stripe's published types. */
export function customerOf(id: string, metadata: Stripe.Metadata): Stripe.Customer {
  return {
    id,
    object: "customer",
    balance: 0,
    created,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  }
}

const brands: [RegExp, string][] = [
  [/^4/, "visa"],
  [/^5/, "mastercard"],
  [/^6/, "discover"],
  [/^3/, "amex"],
]

export function methodOf(id: string, parameters: Parameters): Stripe.PaymentMethod {
  const { type, card, us_bank_account: bank, billing_details: billing } = parameters
  return {
    id,
    object: "payment_method",
    billing_details: billingOf((billing ?? {}) as Record<string, string>),
    created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    ...(type === "card"
      ? { type: "card", card: cardOf(card as Record<string, string>) }
      : { type: "us_bank_account", us_bank_account: bankOf(bank as Record<string, string>) }),
  }
}

function billingOf({ name = "" }: Record<string, string>): Stripe.PaymentMethod.BillingDetails {
  return { address: null, email: null, name, phone: null, tax_id: null }
}

function cardOf(card: Record<string, string>): Stripe.PaymentMethod.Card {
  const { number = "", exp_month, exp_year } = card
  const brand = brands.find(([begins]) => begins.test(number))?.[1] ?? "unknown"
  return {
    brand,
    checks: null,
    country: "US",
    display_brand: brand,
    exp_month: Number(exp_month),
    exp_year: Number(exp_year),
    funding: "credit",
    generated_from: null,
    last4: number.slice(-4),
    networks: null,
    regulated_status: null,
    three_d_secure_usage: null,
    wallet: null,
  }
}

function bankOf(bank: Record<string, string>): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: "individual",
    account_type: "checking",
    bank_name: "STRIPE TEST BANK",
    financial_connections_account: bank.financial_connections_account ?? null,
    fingerprint: null,
    last4: (bank.account_number ?? "").slice(-4),
    networks: null,
    routing_number: bank.routing_number ?? "",
    status_details: null,
  }
}

/** Where and how the customer verifies a typed account. */
export function depositsOf(
  type: Stripe.SetupIntent.NextAction.VerifyWithMicrodeposits.MicrodepositType,
): Stripe.SetupIntent.NextAction {
  return {
    type: "verify_with_microdeposits",
    verify_with_microdeposits: {
      arrival_date: created,
      hosted_verification_url: "https://payments.stripe.com/microdeposit/mock",
      microdeposit_type: type,
    },
  }
}

export function setupOf(
  id: string,
  { customer, payment_method, metadata }: Parameters,
): Stripe.SetupIntent {
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: ["card", "us_bank_account"],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_mock`,
    created,
    customer: String(customer),
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: (metadata ?? {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: payment_method === undefined ? null : String(payment_method),
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card", "us_bank_account"],
    single_use_mandate: null,
    status: "succeeded",
    usage: "off_session",
  }
}

export function mandateOf(id: string, method: string, accepted: Parameters): Stripe.Mandate {
  const { type, accepted_at, online } = accepted as {
    type: Stripe.Mandate.CustomerAcceptance.Type
    accepted_at?: string
    online?: Stripe.Mandate.CustomerAcceptance.Online
  }
  return {
    id,
    object: "mandate",
    customer_acceptance: {
      type,
      accepted_at: accepted_at === undefined ? null : Number(accepted_at),
      ...(online && { online }),
    },
    livemode: false,
    payment_method: method,
    payment_method_details: { type: "us_bank_account", us_bank_account: {} },
    status: "pending",
    type: "multi_use",
  }
}

export function intentOf(id: string, parameters: Parameters): Stripe.PaymentIntent {
  const { amount, customer, payment_method, description, metadata } = parameters
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: ["card", "us_bank_account"],
    amount: Number(amount),
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: null,
    confirmation_method: "automatic",
    created,
    currency: "usd",
    customer: String(customer),
    customer_account: null,
    description: description === undefined ? null : String(description),
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: (metadata ?? {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: payment_method === undefined ? null : String(payment_method),
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card", "us_bank_account"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  }
}

/** The charge of a payment; we read its payment method and whether it came back. */
export function chargeOf(
  id: string,
  intent: Stripe.PaymentIntent,
  type: string,
  paid: boolean,
): Stripe.Charge {
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingOf({}),
    calculated_statement_descriptor: null,
    captured: paid,
    created,
    currency: "usd",
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: intent.id,
    payment_method: String(intent.payment_method),
    payment_method_details: { type },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  }
}

export function fraudWarningOf(id: string, charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning {
  return {
    id,
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created,
    fraud_type: "made_with_stolen_card",
    livemode: false,
    ...(charge.payment_intent !== null && { payment_intent: charge.payment_intent }),
  }
}

export function outcomeOf(
  type: "authorized" | "blocked" | "issuer_declined",
  network_status: string,
  reason: string | null = null,
): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status,
    reason,
    seller_message: null,
    type,
  }
}

export function disputeOf(id: string, charge: Stripe.Charge): Stripe.Dispute {
  return {
    id,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: "usd",
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: created,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: "manual",
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  }
}

const evidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
}
