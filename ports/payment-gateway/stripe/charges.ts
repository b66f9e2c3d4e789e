import type Stripe from "stripe"
import type { Charge, DeclineReason } from "../port.ts"

/** The metadata field that stores our key with each payment and customer at Stripe. */
export const keyName = "my_account_key"

const reasons: Record<string, DeclineReason> = {
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
}

/** Our reason for a decline by Stripe; its decline code is more specific than its code. */
export function reasonOf(error: { code?: string; decline_code?: string } | null): DeclineReason {
  return reasons[error?.decline_code ?? ""] ?? reasons[error?.code ?? ""] ?? "other"
}

/** `intent` includes its latest charge. */
export function chargeOf(intent: Stripe.PaymentIntent): Charge {
  const { metadata, id, amount } = intent
  return { key: metadata[keyName] ?? "", reference: id, amount, ...outcomeOf(intent) }
}

function outcomeOf(intent: Stripe.PaymentIntent): Pick<Charge, "status" | "reason"> {
  const { status, latest_charge: latest, last_payment_error: error } = intent
  const charge = typeof latest === "object" ? latest : null
  if (status === "processing") return { status: "pending", reason: "" }
  if (status === "succeeded") {
    const isBack = charge?.disputed === true || charge?.refunded === true
    return isBack ? { status: "returned", reason: "other" } : { status: "settled", reason: "" }
  }
  // A debit that a bank refuses days later was pending; a refused card never was.
  const wasOnItsWay = charge?.payment_method_details?.type === "us_bank_account"
  return { status: wasOnItsWay ? "returned" : "declined", reason: reasonOf(error) }
}
