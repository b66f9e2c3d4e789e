import type { RefusalReason } from "./reasons.ts"

export class GatewayAway extends Error {
  override name = "GatewayAway"
}
export class GatewaySilent extends Error {
  override name = "GatewaySilent"
}
export class TokenRefused extends Error {
  override name = "TokenRefused"
  reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}
/**
 * The gateway stored a failure under this key and lists no charge. Repeating the key repeats the
 * failure; `cancel` settles it.
 */
export class KeySpent extends GatewaySilent {
  override name = "KeySpent"
}
/**
 * Why the gateway refused a charge for good, before a card network or bank was asked:
 * - `method`: it no longer charges this card or account
 * - `amount`: the amount is above a limit
 * - `account`: our account with the gateway may not make this charge
 * - `unknown`: the code is not in our table
 */
export type RefusedFor = "method" | "amount" | "account" | "unknown"
/** The gateway refused the charge for good, and refuses its key from now on. Nothing was charged. */
export class ChargeRefused extends Error {
  override name = "ChargeRefused"
  refusedFor: RefusedFor
  /** `code`: the gateway's own code, for operators. */
  constructor(refusedFor: RefusedFor, code: string, options?: ErrorOptions) {
    super(`${refusedFor}: ${code}`, options)
    this.refusedFor = refusedFor
  }
}
/**
 * The gateway has the method, but the customer's authorization for it has ended. Nothing was
 * charged; `renew` stores a new authorization.
 */
export class AuthorizationGone extends Error {
  override name = "AuthorizationGone"
}
/** The gateway does not have the method, or has removed it. Nothing was charged. */
export class MethodGone extends Error {
  override name = "MethodGone"
}
/**
 * The customer's bank asks them to verify their identity (3-D Secure) at `address`, which a page
 * can show in a frame. Nothing is charged or saved before that. `reference` is the reference of the
 * method. The address is for the customer alone: do not log or store it.
 */
export class AuthenticationNeeded extends Error {
  override name = "AuthenticationNeeded"
  address: string
  reference: string
  constructor({ address, reference }: { address: string; reference: string }) {
    super("The customer's bank asks them to authenticate.")
    this.address = address
    this.reference = reference
  }
}
/** The key was already used for something else. This is our fault, never the customer's. */
export class KeyReused extends Error {
  override name = "KeyReused"
}
export class ReportRefused extends Error {
  override name = "ReportRefused"
}
