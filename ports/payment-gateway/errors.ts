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
/** The gateway does not know the method, or has removed it. Nothing was charged. */
export class MethodGone extends Error {
  override name = "MethodGone"
}
/**
 * The customer's bank asks them to confirm that it is them (3-D Secure), at `address`, which a page
 * can show in a frame. Nothing is charged or saved before that. `reference` is that of the method.
 * The address is for the customer alone: do not log or store it.
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
/** A key was used before for something else: a fault of ours, never of the customer. */
export class KeyReused extends Error {
  override name = "KeyReused"
}
export class ReportRefused extends Error {
  override name = "ReportRefused"
}
