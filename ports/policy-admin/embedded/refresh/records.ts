import { hash } from "node:crypto"
import type { Billing, DocumentEntry, Person, Policy, PolicyDetail } from "../../port.ts"
import type { LoadedBalance } from "../ledger/opening.ts"

/** Fields that the account system calculates are not part of a load. */
export type LoadedPerson = Omit<Person, "policyNumber" | "contactVersion">

/** The debt of a product, as the account system says it. */
export interface Balance extends Omit<LoadedBalance, "frequencyCode"> {
  /** Cents. In all, for a product that is no longer active. */
  amountPaid: number
  paidThrough: string | null
}

/** How a product is billed, without what it owes. */
export type BillingTerms = Pick<
  Billing,
  | "kind"
  | "frequencyCode"
  | "frequencies"
  | "hasBillingFee"
  | "paymentMethodRecordId"
  | "paymentMethodLabel"
  | "amountDueSpecialCharacter"
  | "showAmountBreakdown"
  | "disclaimer"
  | "payNowBlocked"
  | "changeBlocked"
>

export type ListedDocument = DocumentEntry & { isCorrespondence: boolean }

/** A product as it is loaded, without what it owes. */
export interface LoadedProduct {
  accountNumber: string
  /** Its place among the products of the person. Absent: behind the others, or where it is. */
  position?: number
  policy: Omit<Policy, "billing">
  billing: BillingTerms
  additionalInsured: PolicyDetail["additionalInsured"]
  riders: PolicyDetail["riders"]
  /** Absent: the documents stay as they are. */
  documents?: ListedDocument[]
}

export interface ProductBalance {
  policyNumber: string
  balance: Balance
}

/** How records are loaded. */
export interface Refresh {
  /**
   * Until when the records count what happened here. Later changes and payments are kept. Absent: it
   * is not known, so every change made here is kept, and so are the bills of a product with payments.
   */
  asOf?: Date
  /** The client's business day, from which products that are active again are billed. */
  today?: string
  /** Also loads records that are older than what is loaded. */
  isForced?: boolean
}

/** The changes of a batch of records. */
export interface Refreshed {
  /** The keys of new and changed records. */
  changed: string[]
  /** The keys of records that are older than what is loaded, and were left out. */
  older: string[]
  /** The keys of balances that were left out: the product was paid here, and no `asOf` is known. */
  kept: string[]
}

/** The balance hash of a product that was added and has no balance yet. */
export const neverLoaded = "never loaded"

export const nothingRefreshed: Refreshed = { changed: [], older: [], kept: [] }

export function partsOf(
  accountNumber: string,
  { policy: { billing, ...policy }, ...lists }: PolicyDetail,
  position?: number,
): { product: LoadedProduct; balance: ProductBalance } {
  const documents = [
    ...lists.documents.map((entry) => ({ ...entry, isCorrespondence: false })),
    ...lists.correspondences.map((entry) => ({ ...entry, isCorrespondence: true })),
  ]
  return {
    product: {
      accountNumber,
      ...(position !== undefined && { position }),
      policy,
      billing: termsOf(billing),
      additionalInsured: lists.additionalInsured,
      riders: lists.riders,
      documents,
    },
    balance: { policyNumber: policy.policyNumber, balance: balanceOf(billing) },
  }
}

function termsOf(billing: Billing): BillingTerms {
  return {
    kind: billing.kind,
    frequencyCode: billing.frequencyCode,
    frequencies: billing.frequencies,
    hasBillingFee: billing.hasBillingFee,
    paymentMethodRecordId: billing.paymentMethodRecordId,
    paymentMethodLabel: billing.paymentMethodLabel,
    amountDueSpecialCharacter: billing.amountDueSpecialCharacter,
    showAmountBreakdown: billing.showAmountBreakdown,
    disclaimer: billing.disclaimer,
    payNowBlocked: billing.payNowBlocked,
    changeBlocked: billing.changeBlocked,
  }
}

function balanceOf(billing: Balance): Balance {
  return {
    amountPaid: billing.amountPaid,
    paidThrough: billing.paidThrough,
    dueDate: billing.dueDate,
    ...(billing.coveredUntil !== undefined && { coveredUntil: billing.coveredUntil }),
    ...(billing.earlierBills && { earlierBills: billing.earlierBills }),
    ...(billing.billingDay !== undefined && { billingDay: billing.billingDay }),
    ...(billing.billedThrough !== undefined && { billedThrough: billing.billedThrough }),
    amountDue: billing.amountDue,
    pastDueAmount: billing.pastDueAmount,
    adjustment: billing.adjustment,
    billingCredit: billing.billingCredit,
  }
}

/** Of a record. The order of its fields does not count. */
export function hashOf(record: object): string {
  return hash("sha256", canonical(record), "base64url")
}

/** The record as JSON with sorted fields; documents have no order. Called for each record of an import. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join()}]`
  let text = ""
  for (const name of Object.keys(value).sort()) {
    const field = (value as { [name: string]: unknown })[name]
    if (field === undefined) continue
    const isUnordered = name === "documents" && Array.isArray(field)
    const content = isUnordered ? JSON.stringify(field.map(canonical).sort()) : canonical(field)
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${content}`
  }
  return `{${text}}`
}

/** Cents as a decimal string that `numeric` reads exactly. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
