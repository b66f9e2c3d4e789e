import { hash } from "node:crypto"
import { statedFacts } from "../../bill-fields.ts"
import { amountsIn, type DeclaredFields } from "../../declared-field.ts"
import type { Billing, DocumentEntry, Person, Policy, PolicyDetail } from "../../port.ts"
import type { LoadedBalance } from "../ledger/opening.ts"

/** Fields that the account system calculates are not part of a load. */
export type LoadedPerson = Omit<Person, "policyNumber" | "contactVersion">

/** The debt of a product according to the account system. */
export interface Balance extends Omit<LoadedBalance, "frequencyCode"> {
  /** Total cents paid, for a product that is no longer active. */
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

/** A product in a load, without its debt. */
export interface LoadedProduct {
  accountNumber: string
  /** Its position among the products of the person. Absent: after the others, or unchanged. */
  position?: number
  policy: Omit<Policy, "billing">
  billing: BillingTerms
  additionalInsured: PolicyDetail["additionalInsured"]
  riders: PolicyDetail["riders"]
  /** Absent: the documents do not change. */
  documents?: ListedDocument[]
}

export interface ProductBalance {
  policyNumber: string
  balance: Balance
}

/** How records are loaded. */
export interface Refresh {
  /**
   * The moment until which the records include what happened here. Later changes and payments are
   * retained. Absent if unknown: every change made here is retained, and so are the bills of a
   * product with payments.
   */
  asOf?: Date
  /** The client's business day, from which products that are active again are billed. */
  today?: string
  /** Whether to also load records that are older than the loaded ones. */
  isForced?: boolean
}

/** The results of loading a batch of records. */
export interface Refreshed {
  /** The keys of new and changed records. */
  changed: string[]
  /** The keys of records that were left out because they are older than the loaded ones. */
  older: string[]
  /**
   * The keys of balances that were left out because the product was paid here and `asOf` is
   * unknown.
   */
  kept: string[]
}

/** The balance hash of a product that was added and has no balance yet. */
export const neverLoaded = "never loaded"

export const nothingRefreshed: Refreshed = { changed: [], older: [], kept: [] }

export function recordPartsOf(
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
    ...statedFacts(billing),
    ...(billing.earlierBills && { earlierBills: billing.earlierBills }),
    ...(billing.billingDay !== undefined && { billingDay: billing.billingDay }),
    ...(billing.billedThrough !== undefined && { billedThrough: billing.billedThrough }),
    amountDue: billing.amountDue,
    pastDueAmount: billing.pastDueAmount,
    adjustment: billing.adjustment,
    billingCredit: billing.billingCredit,
  }
}

/** The hash of a record, independent of the order of its fields. */
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

/** The record with the amounts among these fields as `dollars`. */
export function inDollars<Values extends object>(fields: DeclaredFields, values: Values): Values {
  const amounts = amountsIn(fields).flatMap((name) => {
    const cents: number | undefined = values[name as never]
    return cents === undefined ? [] : [[name, dollars(cents)]]
  })
  return { ...values, ...Object.fromEntries(amounts) }
}
