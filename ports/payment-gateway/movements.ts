import type { Charge } from "./port.ts"

/**
 * The gateway's own books: every movement of money on our account with it. They include charges,
 * refunds and disputes that were made elsewhere, such as on the gateway's own pages. Amounts are
 * integer cents, US dollars. Errors: `GatewayAway`, `GatewaySilent`; what was read before stays
 * valid.
 */
export interface GatewayBooks {
  /**
   * The charge with the gateway's own reference, of any age. Undefined if the gateway does not know
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
  /** Not included. */
  until: Date
}

/** A charge as it is now. `key` is "" if we did not make it. */
export interface MadeCharge extends Charge {
  /** The memo of its `ChargeRequest`; "" if it had none. */
  memo: string
  /** The gateway's reference of the charged method; "" if it is none of ours. */
  method: string
  madeAt: Date
}

export interface Movement {
  /** The gateway's reference of the movement. */
  reference: string
  /**
   * `return`: a bank took a debit back. `dispute`: held because of a dispute, or given back. `fee`:
   * of the gateway, for no charge in particular. `payout`: to our bank account.
   */
  kind: "charge" | "refund" | "return" | "dispute" | "fee" | "payout" | "other"
  /** The gateway's reference of the charge; "" if the movement is about none. */
  charge: string
  /** The key of the charge; "" if it was not charged by us, or the gateway does not say. */
  key: string
  /** Without the fee; negative when the money leaves the account. */
  amount: number
  /** The gateway's fee, which lowers what arrives. */
  fee: number
  at: Date
  /** The payout that the movement is part of; "" if the gateway does not say. */
  payout: string
}

export interface Payout {
  reference: string
  amount: number
  /** `pending`: on its way. `failed`: the money stayed on the account, or came back. */
  status: "pending" | "paid" | "failed"
  /** The date on which the bank account has it, YYYY-MM-DD. */
  arrivesOn: string
  madeAt: Date
  /** Whether the gateway lists the movements that it consists of. */
  isItemized: boolean
}
