import type { Charge } from "#ports/payment-gateway/port.ts"

/**
 * The state of a payment. In `submitted` and `unknown`, it is not known whether money moved.
 * `canceled`: we gave up on it before a card network or bank decided; nothing was charged.
 */
export type PaymentState = "submitted" | "unknown" | "canceled" | Charge["status"]

/** Whether the result of the charge is not known yet. */
export function isUndecided(state: PaymentState): boolean {
  return state === "submitted" || state === "unknown"
}

/** Whether the money was taken back after it was accepted, so that the amount is due again. */
export function isTakenBack(state: PaymentState): boolean {
  return state === "returned" || state === "disputeLost"
}

/** Whether the payment was ever accepted. Then it has a confirmation number. */
export function isConfirmed(state: PaymentState): boolean {
  return !isUndecided(state) && state !== "declined" && state !== "canceled"
}

/**
 * The states that a payment enters when the gateway reports `reported`; empty if the report is old.
 * Reports may arrive twice and in any order. They never move a payment backward, except to a
 * dispute that opens after a won one: such a report must match the gateway's current answer.
 */
export function nextStates(current: PaymentState, reported: Charge["status"]): Charge["status"][] {
  if (isUndecided(current)) return firstStates(reported)
  switch (current) {
    case "declined":
    case "canceled":
      // We recorded that nothing was charged, but the charge went through. Money that moved must be
      // accounted for.
      return reported === "declined" || isTakenBack(reported) || reported === "refunded"
        ? []
        : firstStates(reported)
    case "returned":
    case "disputeLost":
      return []
    default:
      return laterStates(current, reported)
  }
}

function firstStates(reported: Charge["status"]): Charge["status"][] {
  return reported === "accepted" || reported === "declined" ? [reported] : ["accepted", reported]
}

/** Whether a reported dispute follows one that was won, or an inquiry that was closed. */
export function isNextDispute(current: PaymentState, reported: Charge["status"]): boolean {
  return current === "disputeWon" && (reported === "inquiry" || reported === "disputed")
}

/** Any other report never moves a payment backward in this order. */
const order = [
  "accepted",
  "pending",
  "settled",
  "partlyRefunded",
  "inquiry",
  "disputed",
  "disputeWon",
  "refunded",
  "disputeLost",
]

function laterStates(current: PaymentState, reported: Charge["status"]): Charge["status"][] {
  // It was declined after it was accepted: the bank took the money back, or never sent it.
  if (reported === "declined" || reported === "returned") return ["returned"]
  if (isNextDispute(current, reported)) return [reported]
  return order.indexOf(reported) > order.indexOf(current) ? [reported] : []
}
