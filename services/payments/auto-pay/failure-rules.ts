import type { ReasonClass } from "#ports/payment-gateway/port.ts"
import { type DeclinedReason, declineClasses, isMethodGone } from "../paying/payment-reasons.ts"
import type { Payment } from "../paying/payments.store.ts"
import { isTakenBack } from "../paying/state-machine.ts"

/** A charge that was declined, or taken back after it was accepted. */
type FailedCharge = Pick<Payment, "origin" | "status" | "reason" | "methodKind" | "methodRecordId">

/**
 * The classes of reasons after which auto pay charges the same method again. For bank debits, Nacha
 * allows this only if the account had insufficient funds. docs/payments.md has this table.
 */
export const triedAgain: Record<Payment["methodKind"], readonly ReasonClass[]> = {
  bank: ["insufficient-funds"],
  card: ["insufficient-funds", "other"],
}

/** Days of canceled charges for the same bills after which auto pay stops, or staff must act. */
export const repeatedDays = 2

/** The class of a gateway reason, or of one of our own. */
export function classOf(reason: string): ReasonClass {
  if (isMethodGone(reason)) return "account"
  return declineClasses[reason as DeclinedReason] ?? "other"
}

/**
 * The saved method that auto pay must no longer charge after this payment: its record id, "" for
 * all methods of the customer, or null if auto pay continues. Customers learn at once about a
 * declined payment of their own, so such a decline does not affect auto pay.
 */
export function methodToSuspend(payment: FailedCharge): string | null {
  const { origin, status, reason, methodKind, methodRecordId } = payment
  if (status === "disputeLost") return ""
  // No charge of any product by this method can succeed until the customer authorizes it again.
  if (reason === "authorizationGone") return methodRecordId
  if (status !== "returned" && !(status === "declined" && origin === "autoPay")) return null
  const reasonClass = classOf(reason)
  if (triedAgain[methodKind].includes(reasonClass)) return null
  return reasonClass === "unauthorized" ? "" : methodRecordId
}

/**
 * Whether the failure of this payment proves that the customer's authorization for the method has
 * ended. A bank ends it when it returns a debit that its customer did not authorize.
 */
export function endsAuthorization({ status, reason, methodKind }: FailedCharge): boolean {
  if (reason === "authorizationGone") return true
  return methodKind === "bank" && isTakenBack(status) && classOf(reason) === "unauthorized"
}
