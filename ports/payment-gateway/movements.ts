import type { Charge } from "./port.ts"

/**
 * The gateway's own books: every movement of money on our account with it, including charges,
 * refunds and disputes that were made elsewhere, such as on the gateway's own pages. Amounts are
 * integer cents, US dollars. Errors: `GatewayAway`, `GatewaySilent`; results read before the error
 * stay valid.
 */
export interface GatewayBooks {
  /**
   * The charge with the gateway's own reference, of any age. Undefined if the gateway does not have
   * it.
   */
  lookUp(reference: string): Promise<Charge | undefined>
  /**
   * The charges that were made in a period, also declined ones, in no particular order. They include
   * charges that are not ours.
   */
  charges(period: Period): AsyncIterable<MadeCharge>
  /** The movements that were made in a period, or those of one payout, in no particular order. */
  movements(of: Period | { payout: string }): AsyncIterable<Movement>
  /** The payouts that were made in a period, in no particular order. */
  payouts(period: Period): AsyncIterable<Payout>
}

export interface Period {
  from: Date
  /** The end of the period, exclusive. */
  until: Date
}

/** A charge as it is now. `key` is "" if we did not make it. */
export interface MadeCharge extends Charge {
  /** The memo of its `ChargeRequest`; "" if it had none. */
  memo: string
  /** The gateway's reference of the charged method; "" if the method is not ours. */
  method: string
  madeAt: Date
}

export interface Movement {
  /** The gateway's reference of the movement. */
  reference: string
  /**
   * `return`: a bank took a debit back. `dispute`: money held because of a dispute, or released.
   * `fee`: a fee of the gateway that belongs to no charge. `payout`: a transfer to our bank
   * account.
   */
  kind: "charge" | "refund" | "return" | "dispute" | "fee" | "payout" | "other"
  /** The gateway's reference of the charge; "" if the movement belongs to no charge. */
  charge: string
  /** The key of the charge; "" if we did not make it, or the gateway does not return it. */
  key: string
  /** Without the fee; negative when the money leaves the account. */
  amount: number
  /** The gateway's fee, which is deducted from the amount that arrives. */
  fee: number
  at: Date
  /** The payout that contains the movement; "" if the gateway does not name it. */
  payout: string
}

export interface Payout {
  reference: string
  amount: number
  /** `pending`: on its way. `failed`: the money stayed on the account, or came back. */
  status: "pending" | "paid" | "failed"
  /** The date on which the money reaches the bank account, YYYY-MM-DD. */
  arrivesOn: string
  madeAt: Date
  /** Whether the gateway lists the movements in this payout. */
  isItemized: boolean
}
