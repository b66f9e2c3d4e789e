import type { BillingChoice, Contact, DocumentEntry, Person } from "#ports/policy-admin/port.ts"
import type { Bill, Fact } from "./book.ts"

/** The data of a sample account system: lookups and changes. */
export interface Store {
  answers(): Promise<boolean>
  account(client: string, accountNumber: string): Promise<StoredAccount | undefined>
  /** The account number of the person with this plan number. */
  ownerOf(client: string, policyNumber: string): Promise<string | undefined>
  /** Account numbers that equal this one without capitals and separators. */
  alike(client: string, accountNumber: string): Promise<string[]>
  /** Account numbers of people who may have a product on auto pay. */
  onAutoPay(client: string): Promise<string[]>
  /** The facts of all products of a client, in the order of their arrival. */
  facts(client: string): Promise<Fact[]>
  /** Stores a fact, once per client, kind and id. */
  add(client: string, fact: Fact): Promise<void>
  /** Writes if the version is the current one, in one step. Returns whether it wrote. */
  writeContact(
    client: string,
    accountNumber: string,
    version: string,
    contact: Contact,
  ): Promise<boolean>
  /** Returns whether the value changed. */
  writeSubscribed(client: string, accountNumber: string, isSubscribed: boolean): Promise<boolean>
  /** Writes if the product is still paid as seen, in one step. Returns whether it wrote. */
  writeMethod(
    client: string,
    policyNumber: string,
    seen: string | null,
    method: Method,
  ): Promise<boolean>
  skip(client: string, policyNumber: string, dueDates: readonly string[]): Promise<void>
}

/** The method of auto pay: its id and its label; null and "" without auto pay. */
export interface Method {
  paymentMethodRecordId: BillingChoice["paymentMethodRecordId"]
  paymentMethodLabel: string
}

export interface StoredAccount {
  person: Omit<Person, "policyNumber" | "editBlocked">
  products: StoredProduct[]
}

export interface StoredProduct extends Method {
  policyNumber: string
  productDesc: string
  status: string
  coverageType: string
  coverageEffectiveDate: string
  /** Cents. */
  benefitAmount: number
  /** Cents. */
  annualPremium: number
  skippedDueDates: string[]
  /** Oldest first. */
  bills: Bill[]
  documents: DocumentEntry[]
}
