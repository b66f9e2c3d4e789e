import type { GatewayBooks } from "./movements.ts"
import type { DeclineReason } from "./reasons.ts"
import type { GatewayRefunds } from "./refunds.ts"

export * from "./errors.ts"
export * from "./gateways.ts"
export type * from "./movements.ts"
export * from "./reasons.ts"
export * from "./refunds.ts"

/**
 * Moves the money: saves cards and bank accounts, charges them, and reports the results. A card or
 * account number goes from the browser to the gateway and never through our servers; we only have a
 * token.
 *
 * Amounts are integer cents, US dollars. Every function may throw `GatewayAway` (the gateway was
 * not reached, or refused the request because of a wrong key or too many requests: nothing was
 * charged) or `GatewaySilent` (it was reached but did not answer in time: it may have charged, and
 * repeating the key returns the result). Neither is a decline: only a card network or a bank
 * declines. `ChargeRefused` and `AuthorizationGone` are neither: the gateway itself refuses for
 * good, and nothing was charged.
 */
export interface PaymentGateway extends GatewayBooks, GatewayRefunds {
  /** Stored with every token, so that a token is only sent to the gateway that issued it. */
  readonly name: string
  /** The settings with which the browser turns a card or bank account into a token. */
  readonly inBrowser: GatewayInBrowser
  /** Whether the gateway answers now. Never throws. */
  available(): Promise<boolean>
  /**
   * Lets a customer choose an account at their bank in the gateway's window, within a few minutes.
   * `session` is for their browser alone: do not log or store it. The token that the browser gets
   * there is saved by `keep`, with the same owner. Call it only if `inBrowser.hasInstantBank`.
   */
  prepareBank(key: string, owner: BankOwner): Promise<{ session: string }>
  /**
   * Saves the method behind a token from the browser, for later charges. A token works once and for
   * a few minutes; the same key returns the same answer.
   *
   * Errors: `TokenRefused` if the token is unknown, used up, too old or another owner's
   * (`token_unknown`), or the card or account is refused; `AuthenticationNeeded`, after which the same key gives the result.
   */
  keep(token: string, key: string, terms: KeepTerms): Promise<NewMethod>
  /**
   * Stores a new authorization for a saved bank account, after a dispute or the customer's bank
   * ended the earlier one. The same key returns the same answer.
   *
   * Errors: `MethodGone`; `TokenRefused` if the gateway no longer accepts the account.
   */
  renew(reference: string, key: string, terms: KeepTerms): Promise<NewMethod>
  /**
   * Changes a saved method except its number. Fields that are absent from `change` stay.
   *
   * Errors: `MethodGone`.
   */
  change(reference: string, change: MethodChange, key: string): Promise<KeptMethod>
  /**
   * Removes a saved method, or one whose customer has not authenticated. Removing it twice is not an
   * error.
   */
  forget(reference: string): Promise<void>
  /**
   * The present state of a saved method, as a report about it would contain it, because reports can
   * be lost. Undefined while the customer can still verify the account, and for a method that the
   * gateway does not have.
   */
  readMethod(reference: string): Promise<MethodReport | undefined>
  /**
   * Charges a saved method once for each `key`: a repetition returns the result of the first call.
   * A decline is a result, not an error.
   *
   * Errors: `KeyReused` if the key was used for another amount or method, or was canceled;
   * `MethodGone`; `AuthorizationGone`; `ChargeRefused`; `KeySpent`; `AuthenticationNeeded`, after
   * which `find` gives the result.
   */
  charge(charge: ChargeRequest): Promise<Charge>
  /**
   * The charge that was made with this key and method; undefined if there is none. A request may
   * still be in progress: to be certain, charge again with the same key, or cancel it.
   *
   * Errors: `AuthenticationNeeded` while the customer has not authenticated; `ChargeRefused` or
   * `AuthorizationGone` if the gateway refused the key for good.
   */
  find(charge: Pick<ChargeRequest, "key" | "reference">): Promise<Charge | undefined>
  /**
   * Prevents this key from being charged in the future. Returns the charge if it was already made
   * or declined; undefined if nothing was charged. Call it a while after the last `charge` with this
   * key, and never charge the key again.
   */
  cancel(charge: ChargeRequest): Promise<Charge | undefined>
  /**
   * Parses a report by the gateway about a charge (settled, returned, refunded, …), a saved method,
   * or a suspicion of fraud, after verifying that the gateway sent it. Undefined if the report is
   * about something else.
   *
   * Errors: `ReportRefused` if the gateway did not send it.
   */
  readReport(
    headers: Record<string, string | undefined>,
    body: Buffer,
  ): Promise<GatewayReport | MethodReport | FraudWarning | undefined>
}

/** The smallest charge, in cents: card networks and gateways refuse less in US dollars. */
export const minimumCharge = 50

export interface GatewayInBrowser {
  kind: "sandbox" | "stripe"
  /** The address of its API for browsers, such as https://api.stripe.com. */
  address: string
  /** Identifies us to the gateway; not secret. "" if there is none. */
  publishableKey: string
  /** The address of the script that shows its frames; "" if our own code does. */
  script: string
  /** The address of its frames if our own code shows them; otherwise "". */
  frames: string
  /** Whether customers can have a bank account verified at once by signing in to their bank. */
  hasInstantBank: boolean
}

export interface KeepTerms {
  /** The code of the client whose customer it is. Two clients can have the same account number. */
  client: string
  /** The customer's account number with us, by which finance finds them at the gateway. */
  accountNumber: string
  /**
   * The customer's agreement on the page; absent for a card, and for a bank account that they
   * authorized in another way, such as by phone.
   */
  acceptance?: DebitAcceptance
  /** Where the bank's page leads the customer afterward. */
  returnAddress: string
}

/** Who chooses an account at their bank. */
export type BankOwner = Pick<KeepTerms, "client" | "accountNumber" | "returnAddress">

/** The customer's agreement on the page that their bank account may be debited. */
export interface DebitAcceptance {
  at: Date
  ip: string
  /** The `User-Agent` header of their browser. */
  userAgent: string
}

export interface KeptMethod {
  /** The gateway's reference, used for charges. */
  reference: string
  kind: "card" | "bank"
  /** A card's network (`VS` `MC` `DS` `AM`), "" for banks and other networks. */
  cardType: "VS" | "MC" | "DS" | "AM" | ""
  /** Last four digits of the card or account number. */
  lastFour: string
  /** The expiration date of a card, MM/YYYY; "" for banks. */
  expirationDate: string
  /** The name of the bank or issuer if the gateway returns it; otherwise "". */
  institution: string
  /** The bank's routing number with all but its last four digits masked; "" for cards. */
  maskedRoutingNumber: string
}

export interface NewMethod extends KeptMethod {
  /**
   * The address where the customer must verify the account with small deposits that arrive within
   * two business days; "" if it can be charged now. Until then a charge throws `MethodGone`.
   */
  verifyAt: string
  /**
   * What the customer types there: the amounts of two deposits, or the code in the description of
   * one deposit; "" if there is nothing to verify.
   */
  deposits: "amounts" | "code" | ""
  /** The bank's routing number, nine digits, for the confirmation that Nacha requires; "" for cards. */
  routingNumber: string
}

export interface MethodChange {
  /** MM/YYYY; only for cards. */
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
  /** 1 to 200 characters, the same for every repetition; reuse with another amount is an error. */
  key: string
  reference: string
  amount: number
  kind: KeptMethod["kind"]
  /** Names the payment at the gateway. */
  description: string
  /** Names the company on the customer's statement: 5 to 16 letters, digits, blanks, `.` and `-`. */
  statementName: string
  /**
   * Whether the customer makes this payment now; false for auto pay. Each repetition has the same
   * value.
   */
  isCustomerPresent: boolean
  /**
   * At most 2,000 characters, which `charges` returns. Each repetition has the same memo; "" if
   * absent.
   */
  memo?: string
  /**
   * Whether the customer can authenticate now. Otherwise a charge that they must authenticate is
   * declined (`not_authenticated`).
   */
  canAuthenticate: boolean
  /** Where the bank's page leads the customer afterward. */
  returnAddress: string
}

export interface Charge {
  key: string
  /** The gateway's reference of the charge. */
  reference: string
  /** A second reference that the gateway uses for the same charge; absent if it has only one. */
  chargeReference?: string
  amount: number
  /**
   * - `accepted`: the money is promised. `pending`: it is on its way, as with bank debits. `settled`:
   *   it arrived. `declined`: nothing was taken.
   * - `returned`: the bank took it back.
   * - `partlyRefunded`, `refunded`: we gave it back, in part or in full. It is not due again.
   * - `inquiry`: the bank asks about the charge and has not taken the money. `disputed`: the bank
   *   holds the money until it has decided. `disputeWon`: we keep it. `disputeLost`: it is gone.
   */
  status:
    | "accepted"
    | "pending"
    | "settled"
    | "declined"
    | "returned"
    | "partlyRefunded"
    | "refunded"
    | "inquiry"
    | "disputed"
    | "disputeWon"
    | "disputeLost"
  /** The reason for a decline, return or lost dispute; otherwise "". */
  reason: DeclineReason | ""
  /** The sum of all refunds, in cents. */
  refundedAmount: number
}

/** The present state of a charge as the gateway reports it. */
export type GatewayReport = Omit<Charge, "amount">

/**
 * A saved method in its present state: after its card network issued another number or expiration
 * date, after the customer verified the bank account or can no longer verify it, after a bank's
 * return blocked the account or the block was lifted, or after its authorization ended.
 */
export interface MethodReport {
  method: KeptMethod
  isVerificationFailed?: boolean
  /** Why the gateway no longer charges the method; "" or absent if it does. */
  blocked?: DeclineReason | ""
  /** Whether the customer's authorization at the gateway has ended, so that only `renew` helps. */
  isAuthorizationGone?: boolean
}

/** A card network suspects fraud in a charge that was made. A refund now avoids a dispute. */
export interface FraudWarning {
  /** Our key of the charge; "" if we did not make it. */
  key: string
  /** The gateway's reference of the charge. */
  reference: string
  isFraudWarning: true
}
