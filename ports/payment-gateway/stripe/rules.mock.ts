/** One way in which Stripe behaves, and where that is written or was seen. */
interface Rule {
  does: string
  /** A page of Stripe, a declaration of its library (file: name), or a report about an account. */
  source: string
}

const pages = "https://docs.stripe.com"
const debits = `${pages}/payments/ach-direct-debit/accept-a-payment`
const blocks = `${pages}/payments/ach-direct-debit/blocked-bank-accounts`
const keys = `${pages}/api/idempotent_requests`

/** Every rule that the mock imitates. Its answers name the rule that they follow. */
export const rules = {
  surface: {
    does: "400 without a code for a card's number that does not come from Stripe's own fields",
    source: "seen on an account: enupal/stripe#424, 2026-07-20",
  },
  returnUrl: {
    does: "400 parameter_missing for a confirm without return_url, unless allow_redirects is never",
    source: "seen on an account: opencollective/opencollective-frontend#12346, 2026-08-17",
  },
  noTypes: {
    does: "400 payment_method_types_no_longer_supported for payment_method_types",
    source: `${pages}/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents`,
  },
  allowedTypes: {
    does: "400 payment_intent_incompatible_payment_method for a method of a type that is not allowed",
    source: "PaymentIntents.d.ts: allowed_payment_method_types",
  },
  accountsApart: {
    does: "404 or 400 resource_missing for an object of another account",
    source: "seen on an account: woocommerce/woocommerce-gateway-stripe#1128, 2020-01-25",
  },
  customerOwns: {
    does: "400 resource_missing for a method that is not attached to the customer, such as an unverified account",
    source: "seen on an account: getlago/lago-api#3826, 2025-06-12",
  },
  noOldMethod: {
    does: "400 without a code for a method that was detached",
    source: "seen on an account: stripe/stripe-php#1221, 2021-12-17",
  },
  detachOnce: {
    does: "400 without a code for detaching a method that is not attached",
    source: "seen on an account: stripe-ruby-mock/stripe-ruby-mock#751, 2020-10-28",
  },
  detachedEvent: {
    does: "payment_method.detached names the former customer only in previous_attributes",
    source: "Events.d.ts: PaymentMethodDetachedEvent",
  },
  amounts: {
    does: "400 amount_too_small below 50 cents and amount_too_large above 99,999,999",
    source: `${pages}/currencies#minimum-and-maximum-charge-amounts`,
  },
  failsWithoutCustomer: {
    does: "402 authentication_required if a confirmation is needed and error_on_requires_action is set",
    source: "PaymentIntents.d.ts: error_on_requires_action",
  },
  redirects: {
    does: "the status requires_action, with the page of the bank in redirect_to_url",
    source: "PaymentIntents.d.ts: RedirectToUrl",
  },
  refusedConfirmation: {
    does: "a confirmation that the customer refuses is an invalid_request_error without a charge",
    source: `${pages}/error-codes#payment-intent-authentication-failure`,
  },
  cardNumbers: {
    does: "0341 is declined when it is charged, 9995 already when it is saved; 3155 and 3184 need a confirmation",
    source: `${pages}/testing`,
  },
  declines: {
    does: "402 with decline_code, advice_code and network_advice_code of the issuer",
    source: `${pages}/declines/card#retrying-issuer-declines`,
  },
  radar: {
    does: "402 fraudulent for a card that Radar blocks (0019), with a charge of the outcome blocked",
    source: `${pages}/testing#fraud-prevention`,
  },
  chargeById: {
    does: "the payment in an error, or one that is not expanded, names its charge only by id",
    source: "PaymentIntents.d.ts: latest_charge",
  },
  accountNumbers: {
    does: "the results of the test numbers of bank accounts",
    source: `${pages}/testing#ach-direct-debit`,
  },
  depositsFirst: {
    does: "a typed account requires verify_with_microdeposits before it belongs to the customer",
    source: `${pages}/testing#ach-direct-debit`,
  },
  depositTypes: {
    does: "the microdeposit_type is descriptor_code or amounts",
    source: "SetupIntents.d.ts: MicrodepositType",
  },
  depositCodes: {
    does: "SM11AA or 32 and 45 verify, SM33CC or 10 and 11 exceed the attempts, SM44DD or 40 and 41 are too late",
    source: `${pages}/testing#test-microdeposit-amounts-and-descriptor-codes`,
  },
  depositLimits: {
    does: "wrong deposits are refused ten times; unverified ones end the setup after ten days",
    source: debits,
  },
  bankPermission: {
    does: "400 for a SetupIntent whose Financial Connections lack the permission payment_method",
    source: "SetupIntents.d.ts: permissions",
  },
  chosenBank: {
    does: "an account that is chosen in Stripe's window is the method of the SetupIntent, which then requires_confirmation",
    source: `${pages}/payments/ach-direct-debit/set-up-payment`,
  },
  instantBank: {
    does: "such an account is verified, and verification_method instant lets nobody type numbers in the window",
    source: `${pages}/financial-connections/ach-direct-debit-payments`,
  },
  confirmOnce: {
    does: "400 setup_intent_unexpected_state for confirming a SetupIntent again, or a canceled one",
    source: `${pages}/error-codes#setup-intent-unexpected-state`,
  },
  mandateData: {
    does: "400 without a code for a SetupIntent of a bank account without mandate_data",
    source: debits,
  },
  mandates: {
    does: "a SetupIntent of a bank account makes a mandate, active when it succeeds",
    source: "SetupIntents.d.ts: mandate",
  },
  endedMandate: {
    does: "400 without a code, and a payment in requires_confirmation, if the mandate has ended",
    source: debits,
  },
  disputedMandate: {
    does: "a dispute or a late return ends the mandate: mandate.updated, status inactive",
    source: debits,
  },
  secondDispute: {
    does: "a second dispute blocks the bank account",
    source: debits,
  },
  finalDispute: {
    does: "the dispute of a debit is lost at once: created and closed",
    source: debits,
  },
  lateReturn: {
    does: "a return after the debit had succeeded is a lost dispute, such as insufficient_funds",
    source: debits,
  },
  blockedAccount: {
    does: "402 bank_account_unusable with a failed charge of the outcome blocked",
    source: blocks,
  },
  blockedSetup: {
    does: "402 bank_account_unusable for a SetupIntent of a blocked account",
    source: blocks,
  },
  blockAndLift: {
    does: "a return other than insufficient_funds blocks the account: status_details.blocked, payment_method.automatically_updated, also when it is lifted",
    source: blocks,
  },
  submittedDebit: {
    does: "a debit has a balance transaction, pending, from when it is submitted to the banking network",
    source:
      "https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods",
  },
  weeklyLimit: {
    does: "400 charge_exceeds_source_limit for 000777777771",
    source: `${pages}/error-codes#charge-exceeds-source-limit`,
  },
  fraudWarning: {
    does: "radar.early_fraud_warning.created about a charge that succeeded (5423)",
    source: `${pages}/testing#fraud-prevention`,
  },
  thinEvents: {
    does: "an event of API v2 has the object v2.core.event and no data",
    source: "V2/Core/Events.d.ts: v2.core.event",
  },
  storedAnswers: {
    does: "repeats a stored answer for the same key, also 4xx and 500, with idempotent-replayed: true",
    source: keys,
  },
  unstoredAnswers: {
    does: "stores no answer of a request that was not executed: 401, 403, 429, invalid parameters",
    source: keys,
  },
  otherParameters: {
    does: "400 idempotency_error for the same key with other parameters",
    source: keys,
  },
  keyInUse: {
    does: "409 idempotency_key_in_use while a request with the key is executed",
    source: `${pages}/error-codes#idempotency-key-in-use`,
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

/** Cards whose result is not a plain charge. */
export const cards = {
  /** Declined when it is charged. */
  declined: "4000000000000341",
  /** Refused when it is saved. */
  poor: "4000000000009995",
  asksEachTime: "4000002760003184",
  asksWhenSaved: "4000002500003155",
  radar: "4100000000000019",
  /** Its network sends an early fraud warning. */
  suspected: "4000000000005423",
} as const

/** Stripe's tokens for its test cards. Source: https://docs.stripe.com/testing */
export const cardTokens: Readonly<Record<string, string>> = {
  tok_visa: "4242424242424242",
  tok_chargeCustomerFail: cards.declined,
  tok_visa_chargeDeclinedInsufficientFunds: cards.poor,
  tok_createIssuerFraudRecord: cards.suspected,
  tok_authenticationRequired: cards.asksEachTime,
  tok_authenticationRequiredOnSetup: cards.asksWhenSaved,
}

/** Failures of debits by account number, with the block that follows, if any. */
export const failingAccounts: Readonly<
  Record<string, { code: string; block?: [networkCode: string, reason: string] }>
> = {
  "000222222227": { code: "insufficient_funds" },
  "000111111113": { code: "account_closed", block: ["R02", "bank_account_closed"] },
  "000111111116": { code: "no_account", block: ["R03", "bank_account_invalid_details"] },
  "000333333335": { code: "debit_not_authorized", block: ["R10", "debit_not_authorized"] },
}

export const accounts = {
  good: "000123456789",
  noDeposits: "000666666661",
  disputed: "000555555559",
  stuck: "000000000009",
  weeklyLimit: "000777777771",
  radar: "000000004954",
} as const

/** Stripe's codes and amounts of deposits in test mode. */
export const depositResults: Readonly<
  Record<string, "verified" | "attempts_exceeded" | "timeout">
> = {
  SM11AA: "verified",
  "32,45": "verified",
  SM33CC: "attempts_exceeded",
  "10,11": "attempts_exceeded",
  SM44DD: "timeout",
  "40,41": "timeout",
}
export const mostAttempts = 10
