import type { StatedFacts } from "./bill-fields.ts"
import type { ValuesOf } from "./declared-field.ts"
import type { Person } from "./person.ts"
import type { productFields } from "./product-fields.ts"

export interface Account {
  person: Person
  products: Policy[]
}

export interface Policy extends ValuesOf<typeof productFields> {
  billing: Billing
}

/**
 * How a product is paid, according to the account system: by its own bill (or auto pay), on one
 * bill with others, or by another party.
 */
type BillingKind = "direct" | "combined" | "no-cost"

/** It states facts of its newest bill only in a load; reads have them in `OpenBill`. */
export interface Billing extends StatedFacts {
  kind: BillingKind
  frequencyCode: string
  /** Every possible frequency, with its amount. */
  frequencies: { code: string; label: string; amount: number; fee: number }[]
  /** Whether each period on auto pay costs the frequency's fee in addition to its amount. */
  hasBillingFee: boolean
  /** The saved payment method that auto pay uses; null when not on auto pay. */
  paymentMethodRecordId: string | null
  /** The auto pay method in words, such as "Visa ending in 4242"; "" when not on auto pay. */
  paymentMethodLabel: string
  /** Total paid, for a product that is no longer active. */
  amountPaid: number
  paidThrough: string | null
  /** Set only in a load: see `LoadedBalance` of the embedded account system. */
  earlierBills?: readonly ({ dueDate: string; amountDue: number } & StatedFacts)[]
  billingDay?: number
  billedThrough?: string
  /** The due dates of open and later bills that auto pay leaves out, oldest first. */
  skippedDueDates: string[]
  /** When `amountDue` is due; the oldest due date while something is past due. */
  dueDate: string | null
  /** The amount of the current period only; the total also includes the next three fields. */
  amountDue: number
  /** HTML after the amount, such as a superscript mark; must be cleaned before display. */
  amountDueSpecialCharacter: string
  /** The unpaid amount from earlier periods. */
  pastDueAmount: number
  /** Positive lowers the amount owed (shown with CR), negative raises it. */
  adjustment: number
  /** Lowers the amount owed; never negative. */
  billingCredit: number
  /**
   * The part of `billingCredit` that the person has paid, such as a partial payment of an open
   * bill.
   */
  alreadyPaid: number
  /** The unsettled bills, oldest first. */
  openAmounts: OpenAmount[]
  showAmountBreakdown: boolean
  /** HTML shown with the amounts; must be cleaned before display. */
  disclaimer: string
  /** Why the account system refuses payments for this product now; "" if it accepts them. */
  payNowBlocked: string
  /** Why auto pay and frequency cannot be changed now; "" when they can. */
  changeBlocked: string
}

/** An unsettled bill. Cents. */
export interface OpenAmount {
  dueDate: string
  /** Premium and fee, without adjustment and credit. */
  cost: number
  owed: number
}

export interface PolicyDetail {
  policy: Policy
  /** The end of coverage while its oldest bill is open; null when not supplied. */
  coveredUntil?: string | null
  additionalInsured: { fullName: string; relationship: string }[]
  riders: Rider[]
  /** Documents of the product, newest first. */
  documents: DocumentEntry[]
  /** Letters to the person, newest first. */
  correspondences: DocumentEntry[]
}

export interface Rider {
  productDesc: string
  policyNumber: string
  policyStatus: string
  coverageEffectiveDate: string | null
  benefitAmount: number
  annualPremium: number
}

export interface DocumentEntry {
  documentId: string
  documentSource: string
  documentCategory: string
  documentTypeId: string
  documentName: string
  documentCreatedDate: string
}
