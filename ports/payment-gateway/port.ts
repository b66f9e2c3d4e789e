/**
 * Who moves the money: keeps cards and bank accounts, charges them, and tells what became of it.
 * A card or account number goes from the browser to the gateway and never through us; what we
 * hold of one is a token.
 *
 * Amounts are integer cents, US dollars. Every function may throw `GatewayAway` (the gateway was
 * not reached or refused to act: nothing was charged) or `GatewaySilent` (it was reached and did
 * not answer in time: it may have acted, and asking again with the same key tells).
 */
export interface PaymentGateway {
  /** Written beside every token, so that a token is only ever given to the gateway it came from. */
  readonly name: string
  /** What the browser needs to have a card or bank account turned into a token. */
  readonly inBrowser: GatewayInBrowser
  /** Whether the gateway answers now. Never throws. */
  available(): Promise<boolean>
  /**
   * Keeps what a token from the browser stands for, to be charged later. A token is good once and
   * for a few minutes; asking again with the same key answers alike.
   *
   * Errors: `TokenRefused` when the token is unknown, used up or too old (`token_unknown`), or the
   * card or account is refused.
   */
  keep(token: string, key: string): Promise<NewMethod>
  /**
   * Changes a kept method; its number stays. What is absent from `change` stays too.
   *
   * Errors: `MethodGone`.
   */
  change(reference: string, change: MethodChange, key: string): Promise<KeptMethod>
  /** Forgets a kept method. Forgetting twice is no error. */
  forget(reference: string): Promise<void>
  /**
   * Charges a kept method once for each `key`, however often it is asked: a repetition answers
   * what became of the first. A decline is an answer, not an error.
   *
   * Errors: `KeyReused` when the key was used for another amount or method; `MethodGone`.
   */
  charge(charge: ChargeRequest): Promise<Charge>
  /**
   * What became of the charge of this key; nothing when the gateway has not charged it. A request
   * can still be on its way: who must be sure charges again with the same key.
   */
  find(key: string): Promise<Charge | undefined>
  /**
   * Reads what the gateway reports by itself (settled, returned), after proving that it came from
   * the gateway. Nothing where the report is about something else.
   *
   * Errors: `ReportRefused` when it is not the gateway's.
   */
  readReport(
    headers: Record<string, string | undefined>,
    body: Buffer,
  ): Promise<GatewayReport | undefined>
}

export interface GatewayInBrowser {
  kind: "sandbox" | "stripe"
  /** Where the browser sends the number, such as https://api.stripe.com. */
  address: string
  /** Names us to the gateway; no secret. "" where there is none. */
  publishableKey: string
}

export interface KeptMethod {
  /** The gateway's name for it, with which it is charged. */
  reference: string
  kind: "card" | "bank"
  /** A card's network (`VS` `MC` `DS` `AM`), "" for banks and other networks. */
  cardType: "VS" | "MC" | "DS" | "AM" | ""
  /** Last four digits of the card or account number. */
  lastFour: string
  /** A card's, MM/YYYY; "" for banks. */
  expirationDate: string
  /** The bank's or issuer's name, where the gateway knows it; otherwise "". */
  institution: string
  /** The bank's routing number with all but its last four digits masked; "" for cards. */
  maskedRoutingNumber: string
}

export interface NewMethod extends KeptMethod {
  /**
   * Where the person first has to prove that the account is theirs, by two small deposits that
   * come in a day or two; "" when it can be charged now. Until then a charge is `MethodGone`.
   */
  verifyAt: string
}

export interface MethodChange {
  /** MM/YYYY; for cards alone. */
  expirationDate?: string
  holderName?: string
  address?: BillingAddress
}

export interface BillingAddress {
  /** One to three lines. */
  lines: readonly string[]
  city: string
  /** Two letters. */
  state: string
  zip: string
}

export interface ChargeRequest {
  /** 1 to 200 characters, the same at every repetition; the same key with another amount is an error. */
  key: string
  reference: string
  amount: number
  /** What the person reads on their statement. */
  description: string
}

export interface Charge {
  key: string
  /** The gateway's name for the charge. */
  reference: string
  amount: number
  /**
   * `accepted`: the money is promised. `pending`: it is on its way, as bank debits are. `settled`:
   * it arrived. `declined`: nothing was taken. `returned`: it was taken back after all.
   */
  status: "accepted" | "pending" | "settled" | "declined" | "returned"
  /** Why it was declined or returned; "" otherwise. */
  reason: DeclineReason | ""
}

/** `token_unknown` is said by `keep` alone. */
export type RefusalReason = DeclineReason | "token_unknown"

export type DeclineReason =
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "lost_or_stolen"
  | "account_closed"
  | "other"

export interface GatewayReport {
  /** The key of the charge that the report is about. */
  key: string
  status: "settled" | "declined" | "returned"
  reason: DeclineReason | ""
}

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
/** The gateway does not know the method, or has forgotten it. Nothing was charged. */
export class MethodGone extends Error {
  override name = "MethodGone"
}
/** A key was used before for something else: our own fault, never the person's. */
export class KeyReused extends Error {
  override name = "KeyReused"
}
export class ReportRefused extends Error {
  override name = "ReportRefused"
}
