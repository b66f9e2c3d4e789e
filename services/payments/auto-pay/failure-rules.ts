import type { DeclineReason, ReasonClass } from "#ports/payment-gateway/port.ts"
import { reasonClasses } from "#ports/payment-gateway/port.ts"
import type { Payment } from "../paying/payments.store.ts"

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

/**
 * Our own reasons why auto pay cannot charge the method in the account system. `methodGone`: the
 * customer deleted it. `notVerified`: the bank account could not be verified. `methodElsewhere`:
 * after a transfer or split, it is saved under another account. `noMethod`: likewise, and the
 * customer never had a method.
 */
export const methodGoneReasons = [
  "methodGone",
  "notVerified",
  "methodElsewhere",
  "noMethod",
] as const
export type MethodGoneReason = (typeof methodGoneReasons)[number]

function isMethodGone(reason: string): reason is MethodGoneReason {
  return methodGoneReasons.some((one) => one === reason)
}

/**
 * The class of a gateway reason, or of one of our own. `authorizationGone`: the customer's
 * authorization for a bank account has ended at the gateway.
 */
export function classOf(reason: string): ReasonClass {
  if (isMethodGone(reason)) return "account"
  if (reason === "authorizationGone") return "unauthorized"
  return reasonClasses[reason as DeclineReason] ?? "other"
}

/**
 * The saved method that auto pay must no longer charge after this payment: its record id, "" for
 * all methods of the customer, or null if auto pay continues. Customers learn at once about a
 * declined payment of their own, so such a decline does not affect auto pay.
 */
export function methodToSuspend(payment: FailedCharge): string | null {
  const { origin, status, reason, methodKind, methodRecordId } = payment
  if (status === "disputeLost") return ""
  if (status !== "returned" && !(status === "declined" && origin === "autoPay")) return null
  const reasonClass = classOf(reason)
  if (triedAgain[methodKind].includes(reasonClass)) return null
  return reasonClass === "unauthorized" ? "" : methodRecordId
}
