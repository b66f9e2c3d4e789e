/**
 * The account system of record: people, policies, balances. My Account reads everything from it,
 * writes customers' changes to it, and keeps no copy.
 *
 * Money is integer cents. Dates are plain dates, YYYY-MM-DD, or null. Every function may throw
 * `AccountSystemAway`. Every lookup names the client, and finds nothing of another client.
 */
export interface PolicyAdmin {
  /** Whether the account system answers now. Never throws. */
  available(): Promise<boolean>
  person(client: string, accountNumber: string): Promise<Person | undefined>
  /** The person with this plan number, active or not. */
  personByPolicyNumber(client: string, policyNumber: string): Promise<Person | undefined>
  /**
   * The people of these clients with this plan number or account number, in the order of their
   * clients. Its time does not depend on the number of people.
   */
  find(
    clients: readonly string[],
    key: { policyNumber: string } | { accountNumber: string },
  ): Promise<FoundPerson[]>
  /** The person and all their products, in the account system's order; one round trip. */
  account(client: string, accountNumber: string): Promise<Account | undefined>
  /** One product of this person with all its parts; undefined if it belongs to another person. */
  policy(
    client: string,
    accountNumber: string,
    policyNumber: string,
  ): Promise<PolicyDetail | undefined>
  /**
   * One document of this person, of any product; undefined if it belongs to another. One round
   * trip.
   */
  document(
    client: string,
    accountNumber: string,
    key: Pick<DocumentEntry, "documentId" | "documentSource" | "documentCategory">,
  ): Promise<DocumentEntry | undefined>
  /**
   * Posts a payment, once per `paymentId`: the amount owed falls, and when nothing is left the due
   * date moves on. Once it resolves, every read shows it. A payment for a deleted policy is stored.
   */
  applyPayment(payment: PaymentToApply): Promise<void>
  /**
   * Takes a posted payment back, once: the amount is owed again since its due date. A payment that
   * was never posted is ignored.
   */
  returnPayment(client: string, paymentId: string, returnedOn: string): Promise<void>
  /**
   * Writes a person's contact data, unless they changed after `version` was read. Returns whether
   * it wrote. Once it resolves, every read shows the new data.
   */
  changeContact(
    client: string,
    accountNumber: string,
    version: Person["contactVersion"],
    contact: Contact,
  ): Promise<boolean>
  /** Sets whether a person gets transaction emails. Returns whether that changed the value. */
  setEmailSubscribed(client: string, accountNumber: string, isSubscribed: boolean): Promise<boolean>
  /**
   * Changes how a product is paid from now on, if it is still paid as the customer saw it; a
   * repetition changes nothing more. The amount owed for the current period becomes the new price
   * of a period (`Billing.hasBillingFee`); a paid period stays paid.
   *
   * `made`: it is paid as requested. `differs`: it is paid neither as seen nor as requested, or
   * cannot be paid as requested, and stays unchanged.
   */
  changeBilling(change: BillingChange): Promise<"made" | "differs">
  /**
   * Set if the account system leaves the daily billing to My Account, as the embedded one does.
   * Without it, the account system issues its own bills and charges auto pay itself.
   */
  readonly billing?: BillingByUs
}

export interface BillingByUs {
  /**
   * Issues the bill of the next period for every settled product whose due date is near, each once,
   * also for repeated and concurrent calls. Returns how many it issued.
   */
  issueBills(today: string): Promise<number>
  /**
   * Products on auto pay with an amount due by `today`, at most `limit`, in a stable order, after
   * the key `after`.
   */
  autoPayDue(today: string, after: AutoPayDue | undefined, limit: number): Promise<AutoPayDue[]>
}

export interface AutoPayDue {
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  /** Of the oldest amount due. */
  dueDate: string
  /** The total due, in cents. */
  amount: number
  paymentMethodRecordId: string
}

/** How a product is paid. */
export interface BillingChoice {
  frequencyCode: string
  /** Null: not on auto pay. */
  paymentMethodRecordId: string | null
}

export interface BillingChange {
  client: string
  accountNumber: string
  policyNumber: string
  seen: BillingChoice
  /** The auto pay method in words; "" when not on auto pay. */
  wanted: BillingChoice & { paymentMethodLabel: string }
}

export interface PaymentToApply {
  client: string
  /** A UUID. */
  paymentId: string
  accountNumber: string
  policyNumber: string
  amount: number
  paidOn: string
}

export class AccountSystemAway extends Error {
  override name = "AccountSystemAway"
}

/** The contact data that customers change themselves. */
export interface Contact {
  emailAddress: string
  /** Digits only; "" when there is none. */
  phoneNumber: string
  address: Address
}

export interface Person extends Contact {
  accountNumber: string
  personNumber: string
  firstName: string
  lastName: string
  dateOfBirth: string
  /** Changes with each change of the contact data by anyone. */
  contactVersion: string
  /**
   * Why the account system refuses changes of these now; "" if it accepts them. `save`: of all of
   * them.
   */
  editBlocked: { address: string; phoneNumber: string; email: string; save: string }
  isEmailSubscribed: boolean
  /**
   * The product that identifies the person: the oldest active one, else the oldest; "" without any.
   */
  policyNumber: string
}

export interface FoundPerson {
  client: string
  person: Person
}

export interface Address {
  addressLine1: string
  addressLine2: string
  addressLine3: string
  cityName: string
  stateCode: string
  zipCode: string
}

export interface Account {
  person: Person
  products: Policy[]
}

/**
 * How a product is paid, according to the account system: by its own bill (or auto pay), on one
 * bill with others, or by another party.
 */
type BillingKind = "direct" | "combined" | "no-cost"

export interface Policy {
  policyNumber: string
  productDesc: string
  /** Selects texts for this family, such as EAPLUS; "" if it has none. */
  productFamily: string
  active: boolean
  policyStatus: string
  isInsuranceProduct: boolean
  isCancerOrHipOrHap: boolean
  coverageType: string
  coverageEffectiveDate: string | null
  benefitAmount: number
  owner: string
  annualPremium: number
  /** HTML after the annual premium, such as a superscript mark; must be cleaned before display. */
  annualPremiumSpecialCharacter: string
  suppressPaymentDueDate: boolean
  paymentDueDateLabel: string
  /** HTML shown with the product's details; must be cleaned before display. */
  message: string
  billing: Billing
}

export interface Billing {
  kind: BillingKind
  frequencyCode: string
  /** Every possible frequency, with its amount. */
  frequencies: { code: string; label: string; amount: number; fee: number }[]
  /** On auto pay each period costs the frequency's fee in addition to its amount. */
  hasBillingFee: boolean
  /** The saved payment method that auto pay uses; null when not on auto pay. */
  paymentMethodRecordId: string | null
  /** The auto pay method in words, such as "Visa ending in 4242"; "" when not on auto pay. */
  paymentMethodLabel: string
  /** Total paid, for a product that is no longer active. */
  amountPaid: number
  paidThrough: string | null
  /** When `amountDue` is due; the oldest such date while something is past due. */
  dueDate: string | null
  /** For the current period only; the total also counts the next three fields. */
  amountDue: number
  /** HTML after the amount, such as a superscript mark; must be cleaned before display. */
  amountDueSpecialCharacter: string
  /** Unpaid from earlier periods. */
  pastDueAmount: number
  /** Positive lowers the amount owed (shown with CR), negative raises it. */
  adjustment: number
  /** Lowers the amount owed; never negative. */
  billingCredit: number
  showAmountBreakdown: boolean
  /** HTML shown with the amounts; must be cleaned before display. */
  disclaimer: string
  /** Why the account system refuses payments for this product now; "" if it accepts them. */
  payNowBlocked: string
  /** Why auto pay and frequency cannot be changed now; "" when they can. */
  changeBlocked: string
}

export interface PolicyDetail {
  policy: Policy
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
