import type {
  BillingChange,
  ChangeQuestion,
  ChargeAfter,
  ChargeQuestion,
  ComingBill,
  CorrectionReversalToPost,
  CreditToPost,
  DailyBilling,
  LedgerEntry,
  NextCharge,
  OpenBill,
  PaymentToApply,
  Posting,
  RefundToPost,
  SkippedCharge,
  WriteOffToPost,
} from "./billing.ts"
import type { Contact, FoundPerson, Person } from "./person.ts"
import type { Account, DocumentEntry, Policy, PolicyDetail } from "./policy.ts"

export { billFields } from "./bill-fields.ts"
export type * from "./billing.ts"
export { billDays, isBilledOn, monthsIn } from "./billing.ts"
export { columnsOf, type DateRange, type DeclaredFields } from "./declared-field.ts"
export type * from "./person.ts"
export { personFields } from "./person-fields.ts"
export type * from "./policy.ts"
export { productFields } from "./product-fields.ts"

/**
 * The account system of record: people, policies, balances. My Account reads everything from it,
 * writes customers' changes to it, and stores no copy except its last answers (`cache/`).
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
   * clients. Ignores capitals and separators in an account number. Its duration does not depend on
   * the number of people.
   */
  find(
    clients: readonly string[],
    key: { policyNumber: string } | { accountNumber: string },
  ): Promise<FoundPerson[]>
  /** The person and all their products, in the account system's order; one round trip. */
  account(client: string, accountNumber: string): Promise<Account | undefined>
  /**
   * The active products of this person, and the one with this plan number, active or not, in the
   * account system's order; one round trip. Undefined for an unknown person.
   */
  activeProducts(
    client: string,
    accountNumber: string,
    policyNumber: string,
  ): Promise<Policy[] | undefined>
  /** One product of this person without its parts; undefined if it belongs to another person. */
  product(client: string, accountNumber: string, policyNumber: string): Promise<Policy | undefined>
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
   * The moment until which the last loaded people and products count; undefined if no load named
   * one. Absent where reads show the present state.
   */
  loadedAsOf?(client: string): Promise<Date | undefined>
  /**
   * The changes of the client that were accepted more than `shownWithinHours` ago and appear in no
   * read. Absent where reads show the present state.
   */
  overdueChanges?(client: string): Promise<OverdueChange[]>
  /** The unsettled bills of this person's product, oldest first. */
  openBills(client: string, accountNumber: string, policyNumber: string): Promise<OpenBill[]>
  /** The entries of this person's product in the order of posting; empty for an unknown product. */
  entries(client: string, accountNumber: string, policyNumber: string): Promise<LedgerEntry[]>
  /**
   * The next charge of auto pay for this person's product: the bills due by the question's day, or
   * else the next bill, issued or not, without skipped bills. For a product without auto pay: the
   * oldest open bill, also a skipped one, or else the next bill. Undefined when no further bill is
   * known, or a credit covers all bills of the next years.
   */
  nextCharge(
    client: string,
    accountNumber: string,
    policyNumber: string,
    question: ChargeQuestion,
  ): Promise<NextCharge | undefined>
  /**
   * The bills of this person's product that are open on `today` or due by `until`, oldest first, if
   * nothing changes and nothing is paid. `isComplete` is false if later bills before `until` are not
   * known. Empty and not complete for an unknown product.
   */
  comingBills(
    client: string,
    accountNumber: string,
    policyNumber: string,
    question: { today: string; until: string },
  ): Promise<{ bills: ComingBill[]; isComplete: boolean }>
  /**
   * The product after each of these changes, in their order; one round trip. Empty for an unknown
   * product.
   */
  chargesAfter(
    client: string,
    accountNumber: string,
    policyNumber: string,
    question: ChangeQuestion,
  ): Promise<ChargeAfter[]>
  /**
   * The payments, returns, refunds, credits, write-offs and their reversals of My Account with a
   * posting day from `from` to `to`, both included, for all products of the client.
   */
  postings(client: string, from: string, to: string): Promise<Posting[]>
  /**
   * Posts a payment, once per `paymentId`. It settles the bills that it names, then the oldest open
   * bill; the next bill uses the rest. Once it resolves, every read shows it. A payment for a
   * deleted policy is stored.
   */
  applyPayment(payment: PaymentToApply): Promise<void>
  /**
   * Takes a posted payment back, once: exactly the bills that it settled are open again. A return
   * that arrives before its payment takes effect with the payment. `returnedOn` is the client's day
   * on which the return was recorded, the same in every repetition.
   */
  returnPayment(client: string, paymentId: string, returnedOn: string): Promise<void>
  /**
   * Posts a refund of a payment, once per `refundId`. It takes unapplied money first, then the
   * money on the newest bills. A refund that arrives before its payment takes effect with the
   * payment.
   */
  refundPayment(refund: RefundToPost): Promise<void>
  /**
   * Undoes a posted refund that did not reach the person, once: its money belongs to the payment
   * again. `failedOn` is the same in every repetition.
   */
  failRefund(refund: Omit<RefundToPost, "refundedOn">, failedOn: string): Promise<void>
  /**
   * Posts a credit, once per `creditId`. It settles the oldest open bill first; the next bill uses
   * the rest. Returns false, and posts nothing, for a product that does not belong to this person.
   */
  postCredit(credit: CreditToPost): Promise<boolean>
  /**
   * Writes off the amount of one bill, at most its open amount, once per `writeOffId`. Returns the
   * cents written off; 0, and posts nothing, for a bill that is not open, does not exist or does
   * not belong to this person.
   */
  writeOff(writeOff: WriteOffToPost): Promise<number>
  /**
   * Takes back a credit, a write-off, or the credit of a refund, once per `reversalId`: exactly the
   * bills that it settled are open again. Returns the cents taken back; 0, and posts nothing, if it
   * is already taken back, was posted before the product was loaded again, does not exist, or does
   * not belong to this person.
   */
  reverseCorrection(reversal: CorrectionReversalToPost): Promise<number>
  /**
   * Writes a person's contact data, unless they changed after `version` was read. Returns whether
   * it wrote, and the version of the new data if the account system gives it. Once it resolves, every
   * read shows the new data.
   */
  changeContact(
    client: string,
    accountNumber: string,
    version: Person["contactVersion"],
    contact: Contact,
  ): Promise<boolean | Pick<Person, "contactVersion">>
  /** Sets whether a person gets transaction emails. Returns whether the value changed. */
  setEmailSubscribed(client: string, accountNumber: string, isSubscribed: boolean): Promise<boolean>
  /**
   * Changes how a product is paid, if it is still paid as the customer saw it; a repetition changes
   * nothing more. The current bill gets the new price (`Billing.hasBillingFee`) if it is open and
   * not due yet. No other bill changes.
   *
   * `made`: it is paid as requested. `differs`: it is paid neither as seen nor as requested, or
   * cannot be paid as requested, and stays unchanged.
   */
  changeBilling(change: BillingChange): Promise<"made" | "differs">
  /**
   * Prevents auto pay from charging this person's bills of the product with these due dates, issued
   * or not. A repetition changes nothing. Returns false for an unknown product.
   */
  skipCharge(skip: SkippedCharge): Promise<boolean>
  /**
   * The account system's part of the billing run. My Account charges auto pay and posts the
   * payments, also where the account system issues its own bills. The account system charges no
   * one.
   */
  readonly billing: DailyBilling
}

/**
 * Hours within which reads of the account system show an accepted change. Until then, our own value
 * applies if no read has shown it, and a read without it is not a difference. A replica lags for
 * seconds or minutes, but a nightly copy may lag for a day.
 */
export const shownWithinHours = 24

/** An accepted change that no read has shown. */
export interface OverdueChange {
  accountNumber: string
  /** "" for a change of the person. */
  policyNumber: string
  kind: "billing" | "skip" | "contact" | "subscription"
  acceptedAt: Date
}

export class AccountSystemAway extends Error {
  override name = "AccountSystemAway"
}

/**
 * The account system answered that it does not make this change. It refuses a repetition as well,
 * until someone corrects the reason. Contains no value of the change, because values are personal.
 */
export class AccountSystemRefused extends AccountSystemAway {
  override name = "AccountSystemRefused"
  /**
   * The operation and status, with code and field if the account system sent them: "applyPayment
   * 400 invalid amount".
   */
  readonly detail: string

  constructor(detail: string) {
    super("The account system refused the change.")
    this.detail = detail
  }
}
