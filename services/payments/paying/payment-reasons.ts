import {
  AuthorizationGone,
  ChargeRefused,
  MethodGone,
  type ReasonClass,
  type RefusedFor,
  reasonClasses,
} from "#ports/payment-gateway/port.ts"

/**
 * Our own reasons of a decline:
 * - `methodGone`: the gateway no longer has the method
 * - `authorizationGone`: the customer's authorization for it has ended at the gateway
 * - `methodRefused`, `amountRefused`: the gateway does not charge this method, or this amount
 */
const ownDeclines = {
  methodGone: "account",
  authorizationGone: "unauthorized",
  methodRefused: "account",
  amountRefused: "account",
} as const satisfies Record<string, ReasonClass>

/** The declines that are the gateway's own refusal: no card network or bank was asked. */
export const refusedDeclines: readonly string[] = [
  "authorizationGone",
  "methodRefused",
  "amountRefused",
] satisfies (keyof typeof ownDeclines)[]

/** What each reason of a decline, return or lost dispute means for later charges. */
export const declineClasses = { ...reasonClasses, ...ownDeclines }
export type DeclinedReason = keyof typeof declineClasses
export const declinedReasons = Object.keys(declineClasses) as DeclinedReason[]

/**
 * Why a payment was canceled:
 * - `away`: the gateway was unavailable while the customer waited
 * - `tooLate`: it was not charged in time
 * - `alreadyPaid`: an earlier payment was charged after all
 * - `suspended`: auto pay was suspended in the meantime
 * - `notAuthenticated`: the customer did not confirm it with their bank
 * - `accountRefused`: our account with the gateway may not make the charge
 * - `refused`: the gateway refused it for a reason that we do not know
 * - `gatewayFailed`: the gateway failed while it handled the charge, and made none
 * - `otherAccount`: the client has moved to another account with the gateway
 */
const cancelReasons = [
  "away",
  "tooLate",
  "alreadyPaid",
  "suspended",
  "notAuthenticated",
  "accountRefused",
  "refused",
  "gatewayFailed",
  "otherAccount",
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** The cancellations after which auto pay stops if they repeat: the gateway refused the charge. */
export const refusedReasons = ["accountRefused", "refused"] as const satisfies CancelReason[]
export type RefusedReason = (typeof refusedReasons)[number]
/** The cancellations that auto pay repeats on the next day. */
export const repeatedReasons = [
  "tooLate",
  "gatewayFailed",
  ...refusedReasons,
] as const satisfies CancelReason[]

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

export function isMethodGone(reason: string): reason is MethodGoneReason {
  return methodGoneReasons.some((one) => one === reason)
}

export type PaymentReason = DeclinedReason | CancelReason
export const paymentReasons: readonly PaymentReason[] = [...declinedReasons, ...cancelReasons]

export function isRefused(reason: string): reason is RefusedReason {
  return refusedReasons.some((one) => one === reason)
}

/** The end of a payment that was not charged. */
export type Ending = (
  | { status: "declined"; reason: DeclinedReason }
  | { status: "canceled"; reason: CancelReason }
) & {
  /** The class of a refusal and the gateway's code, for staff; "" if the gateway did not refuse. */
  detail: string
}

const refusedEndings = {
  method: { status: "declined", reason: "methodRefused" },
  amount: { status: "declined", reason: "amountRefused" },
  account: { status: "canceled", reason: "accountRefused" },
  unknown: { status: "canceled", reason: "refused" },
} as const satisfies Record<RefusedFor, Omit<Ending, "detail">>

/** How a payment ends that the gateway refuses for good; undefined for other errors. */
export function endingOf(error: unknown): Ending | undefined {
  if (error instanceof ChargeRefused) {
    return { ...refusedEndings[error.refusedFor], detail: error.message }
  }
  if (error instanceof AuthorizationGone) {
    const detail = `authorization: ${error.message}`
    return { status: "declined", reason: "authorizationGone", detail }
  }
  if (!(error instanceof MethodGone)) return undefined
  return { status: "declined", reason: "methodGone", detail: "" }
}
