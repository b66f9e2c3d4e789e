import type { Charge } from "#ports/payment-gateway/port.ts"

/** Where a payment stands. Until it is accepted or declined, nobody knows whether money moved. */
export type PaymentState = "submitted" | "unknown" | Charge["status"]

/** Whether money may have moved without our knowing. */
export function isUndecided(state: PaymentState): boolean {
  return state === "submitted" || state === "unknown"
}

/** Whether the payment was accepted at some time: it has a confirmation number. */
export function isConfirmed(state: PaymentState): boolean {
  return !isUndecided(state) && state !== "declined"
}

/**
 * The states that a payment passes through when the gateway says `told`; none when it is no news.
 * What the gateway says may come twice and in any order, and never leads back.
 */
export function stepsTo(current: PaymentState, told: Charge["status"]): Charge["status"][] {
  if (isUndecided(current)) return toldAtFirst(told)
  switch (current) {
    case "declined":
      // We took it for declined while it was on its way after all. Money that moved is on record.
      return told === "declined" || told === "returned" ? [] : toldAtFirst(told)
    case "accepted":
    case "pending":
    case "settled":
      return toldLater(current, told)
    default:
      return []
  }
}

function toldAtFirst(told: Charge["status"]): Charge["status"][] {
  return told === "accepted" || told === "declined" ? [told] : ["accepted", told]
}

const order = ["accepted", "pending", "settled"]

function toldLater(current: PaymentState, told: Charge["status"]): Charge["status"][] {
  // Declined after it had been accepted: the money went back, or never came.
  if (told === "declined" || told === "returned") return ["returned"]
  return order.indexOf(told) > order.indexOf(current) ? [told] : []
}
