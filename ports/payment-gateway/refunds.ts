/**
 * Refunds charges. Amounts are integer cents, US dollars. Errors: `GatewayAway`, `GatewaySilent`,
 * as for charges.
 */
export interface GatewayRefunds {
  /**
   * Refunds part or all of a charge, once for each `key`: a repetition returns the refund of the
   * first call in its present state.
   *
   * Errors: `RefundRefused` if the charge cannot be refunded by this amount: nothing was refunded.
   * `KeyReused` if the key was used for another amount or charge.
   */
  refund(request: RefundRequest): Promise<Refund>
  /**
   * All refunds of the charge with this reference in their present state, including those that
   * other software made at the gateway.
   */
  refundsOf(charge: string): Promise<Refund[]>
}

export interface RefundRequest {
  /** 1 to 200 characters, the same for every repetition; unique among refunds. */
  key: string
  /** The gateway's reference of the charge. */
  charge: string
  amount: number
}

export interface Refund {
  /** "" if we did not make it. */
  key: string
  /** The gateway's reference of the refund. */
  reference: string
  amount: number
  /**
   * `pending`: on its way. `succeeded`: the gateway has given the money to the card network or
   * bank. `failed`: the money came back, possibly after `succeeded`.
   */
  status: "pending" | "succeeded" | "failed"
}

/** The gateway does not refund the charge, or not by this amount. Nothing was refunded. */
export class RefundRefused extends Error {
  override name = "RefundRefused"
}
