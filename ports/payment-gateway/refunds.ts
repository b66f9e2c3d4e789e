/**
 * Gives money of charges back. Amounts are integer cents, US dollars. Errors: `GatewayAway`,
 * `GatewaySilent`, as for charges.
 */
export interface GatewayRefunds {
  /**
   * Gives a part or all of a charge back, once for each `key`: a repetition returns the refund of the
   * first call in its present state.
   *
   * Errors: `RefundRefused` if the charge cannot be refunded by this amount: nothing was given back.
   * `KeyReused` if the key was used for another amount or charge.
   */
  refund(request: RefundRequest): Promise<Refund>
  /**
   * All refunds of the charge with this reference in their present state, also those that other
   * software made at the gateway.
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
   * `pending`: it is on its way. `succeeded`: the gateway has given the money to the card network or
   * bank. `failed`: it came back, also after it had succeeded.
   */
  status: "pending" | "succeeded" | "failed"
}

/** The gateway does not refund the charge, or not by this amount. Nothing was given back. */
export class RefundRefused extends Error {
  override name = "RefundRefused"
}
