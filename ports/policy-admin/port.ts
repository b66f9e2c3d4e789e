/**
 * The account system of record: people, products, balances. Everything here is read from it, and
 * what people change is written to it; My Account keeps no copy.
 *
 * Money is integer cents. Dates are plain dates, YYYY-MM-DD, or null. Every function may throw
 * `AccountSystemAway`. Every look-up names the client, and finds nothing of another client.
 */
export interface PolicyAdmin {
  /** Whether the account system answers now. Never throws. */
  available(): Promise<boolean>
  person(client: string, accountNumber: string): Promise<Person | undefined>
  /** The person who holds this plan number, active or not. */
  personByPolicyNumber(client: string, policyNumber: string): Promise<Person | undefined>
  /**
   * The people of these clients who hold this plan number, or have this account number, in the
   * order of their clients. As fast however many people there are.
   */
  find(
    clients: readonly string[],
    key: { policyNumber: string } | { accountNumber: string },
  ): Promise<FoundPerson[]>
  /** The person and all their products, in the account system's order; one round trip. */
  account(client: string, accountNumber: string): Promise<Account | undefined>
  /** One product of this person with all that belongs to it; nothing when it is another's. */
  policy(
    client: string,
    accountNumber: string,
    policyNumber: string,
  ): Promise<PolicyDetail | undefined>
  /** One paper of this person, of whichever product; nothing when it is another's. One round trip. */
  document(
    client: string,
    accountNumber: string,
    key: Pick<DocumentEntry, "documentId" | "documentSource" | "documentCategory">,
  ): Promise<DocumentEntry | undefined>
  /**
   * Books a payment, once for each `paymentId` however often it is asked: what is owed falls by
   * the amount, and when nothing is left the due date moves on. Once it resolves, every read shows
   * it. A payment for a policy that is gone is kept on record.
   */
  applyPayment(payment: PaymentToApply): Promise<void>
  /**
   * Takes a booked payment back, once: the amount is owed again since the date it was due. One
   * that was never booked is let be.
   */
  returnPayment(client: string, paymentId: string, returnedOn: string): Promise<void>
  /**
   * Writes a person's contact data, unless somebody has changed them since `version` was read.
   * Returns whether it did. Once it resolves, every read shows them.
   */
  changeContact(
    client: string,
    accountNumber: string,
    version: Person["contactVersion"],
    contact: Contact,
  ): Promise<boolean>
  /** Whether transaction e-mails are sent to a person. Returns whether that was otherwise before. */
  setEmailSubscribed(client: string, accountNumber: string, isSubscribed: boolean): Promise<boolean>
  /**
   * Changes how a product is paid from now on, if it is still paid as it was seen; asking again
   * changes nothing more. What is owed for the present period becomes what a period costs then
   * (`Billing.hasBillingFee`); a period that is paid stays paid.
   *
   * `made`: it is paid as wanted. `differs`: it is paid neither as seen nor as wanted, or cannot be
   * paid as wanted, and stays as it is.
   */
  changeBilling(change: BillingChange): Promise<"made" | "differs">
  /**
   * Where the account system leaves the daily billing to My Account, as the embedded one does. One
   * without it issues its own bills and charges auto pay itself.
   */
  readonly billing?: BillingByUs
}

export interface BillingByUs {
  /**
   * Issues the bill of the next period for every settled product whose due date has come near,
   * each once, however often and at the same time it is asked to. Returns how many it issued.
   */
  issueBills(today: string): Promise<number>
  /**
   * Products on auto pay of which something is due by `today`, at most `limit`, in an order that
   * stays; those that come behind `after`.
   */
  autoPayDue(today: string, after: AutoPayDue | undefined, limit: number): Promise<AutoPayDue[]>
}

export interface AutoPayDue {
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  /** Of the oldest amount that is due. */
  dueDate: string
  /** What is due in all, in cents. */
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
  /** With what auto pay uses in words; "" when not on auto pay. */
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

/** What a person changes by themselves. */
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
  /** Another one after each change of the contact data, whoever made it. */
  contactVersion: string
  /** Why the account system takes no change of these now; "" where it does. `save`: of none of them. */
  editBlocked: { address: string; phoneNumber: string; email: string; save: string }
  isEmailSubscribed: boolean
  /** The product that the person is known by: their oldest active one, else their oldest; "" without any. */
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
 * How a product is paid, as the account system knows it: by its own bill (or auto pay), on one
 * bill with others, or by somebody else.
 */
type BillingKind = "direct" | "combined" | "no-cost"

export interface Policy {
  policyNumber: string
  productDesc: string
  /** Links the product to its texts, such as EAPLUS; "" when it has none of its own. */
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
  /** HTML set after the annual premium, such as a superscript mark; whoever shows it cleans it. */
  annualPremiumSpecialCharacter: string
  suppressPaymentDueDate: boolean
  paymentDueDateLabel: string
  /** HTML shown with the product's details; whoever shows it cleans it. */
  message: string
  billing: Billing
}

export interface Billing {
  kind: BillingKind
  frequencyCode: string
  /** Every frequency the product can be paid in, with the amount of each. */
  frequencies: { code: string; label: string; amount: number; fee: number }[]
  /** With auto pay each period costs the frequency's fee besides its amount. */
  hasBillingFee: boolean
  /** The saved payment method that auto pay uses; null when not on auto pay. */
  paymentMethodRecordId: string | null
  /** What auto pay uses, in words, such as "Visa ending in 4242"; "" when not on auto pay. */
  paymentMethodLabel: string
  /** Paid so far, for a product that is no longer active. */
  amountPaid: number
  paidThrough: string | null
  /** When `amountDue` is due; the oldest such date while something is past due. */
  dueDate: string | null
  /** For the current period alone; what is owed in all also counts the next three. */
  amountDue: number
  /** HTML set after the amount, such as a superscript mark; whoever shows it cleans it. */
  amountDueSpecialCharacter: string
  /** Left over from earlier periods. */
  pastDueAmount: number
  /** Positive lowers what is owed (shown with CR), negative raises it. */
  adjustment: number
  /** Lowers what is owed; never negative. */
  billingCredit: number
  showAmountBreakdown: boolean
  /** HTML shown with the amounts; whoever shows it cleans it. */
  disclaimer: string
  /** Why the account system takes no payment for this product now; "" when it does. */
  payNowBlocked: string
  /** Why auto pay and frequency cannot be changed now; "" when they can. */
  changeBlocked: string
}

export interface PolicyDetail {
  policy: Policy
  additionalInsured: { fullName: string; relationship: string }[]
  riders: Rider[]
  /** Papers of the product itself, newest first. */
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
