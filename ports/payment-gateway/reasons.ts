/** Only `keep` returns `token_unknown`. */
export type RefusalReason = DeclineReason | "token_unknown"

export type DeclineReason =
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "lost_or_stolen"
  | "account_closed"
  /** The account or card cannot be charged for another reason. */
  | "account_unusable"
  /** The holder says that they did not authorize the charge, or withdrew the authorization. */
  | "not_authorized"
  /** The customer did not authenticate to their bank (3-D Secure), or was not present. */
  | "not_authenticated"
  | "other"

/**
 * What a decline, return or lost dispute means for later charges. `insufficient-funds`: the same
 * charge may succeed later. `account`: this card or account can no longer be charged.
 * `unauthorized`: charging again requires a new authorization. `expired`: the card needs a new
 * expiration date. `other`: a temporary or unknown reason.
 */
export type ReasonClass = "insufficient-funds" | "account" | "unauthorized" | "expired" | "other"

/** docs/stripe.md contains this table. */
export const reasonClasses: Record<DeclineReason, ReasonClass> = {
  insufficient_funds: "insufficient-funds",
  expired_card: "expired",
  incorrect_cvc: "other",
  lost_or_stolen: "account",
  account_closed: "account",
  account_unusable: "account",
  not_authorized: "unauthorized",
  not_authenticated: "account",
  other: "other",
}
