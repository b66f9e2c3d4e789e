import type { Charge, DeclineReason, KeptMethod } from "../port.ts"
import type { LaterStatus } from "./numbers.ts"

export interface MethodRow extends KeptMethod {
  /** The name of the documented number. */
  name: string
  holderName: string
}

export interface ChargeRow {
  key: string
  reference: string
  method: string
  amount: number
  description: string
  /** The name of the charged documented number. */
  name: string
  status: Charge["status"]
  reason: DeclineReason | ""
  /** Milliseconds since 1970. */
  chargedAt: number
  memo: string
}

export interface ReportRow {
  id: number
  /** Milliseconds since 1970. */
  dueAt: number
  key: string
  /**
   * `refundChanged`: a refund of the charge was made, or changed its state. `decided`: the customer
   * has answered their bank, and the charge was made or declined. `suspected`: its card network
   * suspects fraud.
   */
  status: LaterStatus | "refundChanged" | "decided" | "suspected"
  reason: DeclineReason | ""
}

export interface RefundRow {
  key: string
  reference: string
  /** The key of the charge. */
  charge: string
  amount: number
  /** The name of the charged documented number. */
  name: string
  /** Milliseconds since 1970. */
  refundedAt: number
}

/** A bank's authentication request to the customer, about a charge or a card to save. */
export interface AuthenticationRow {
  /** Random, part of the page's address. */
  id: string
  key: string
  /** Reference of the method. */
  reference: string
  /** The charge or the card, as JSON. */
  content: string
  returnAddress: string
  state: "open" | "confirmed" | "refused" | "canceled"
}

/** A customer's choice of an account at their bank. */
export interface BankSessionRow {
  /** Random, part of the page's address. */
  id: string
  key: string
  /** The client and the account number of the customer, who alone may save the account. */
  owner: string
  returnAddress: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** A report about a method. */
export interface MethodReportRow {
  id: number
  reference: string
  /** The method after the report, as JSON. */
  content: string
  /** 1 if its deposits were not confirmed. */
  isFailed: number
}

/** A later state of a bank account; null if it stays. */
export interface MethodChangeRow {
  id: number
  reference: string
  blocked: DeclineReason | "" | null
  isAuthorizationGone: 0 | 1 | null
}

/** The operation of one key, so that the key cannot be used for another one. */
export interface AnswerRow {
  what: string
  answer: string
}
