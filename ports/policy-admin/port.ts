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

export type * from "./billing.ts"
export { billDays, isBilledOn, monthsIn } from "./billing.ts"
export type * from "./person.ts"
export type * from "./policy.ts"

/**
 * The account system of record: people, policies, balances. My Account reads everything from it,
 * writes customers' changes to it, and keeps no copy but its last answers (`kept/`).
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
   * clients. Capitals and separators in an account number do not count. Its time does not depend on
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
   * Until when the people and products count that were loaded into this account system last; undefined
   * if no load named a time. Absent where reads show the present state.
   */
  loadedAsOf?(client: string): Promise<Date | undefined>
  /**
   * The changes of the client that were accepted more than `shownWithinHours` ago, and that no read has
   * shown. Absent where reads show the present state.
   */
  overdueChanges?(client: string): Promise<OverdueChange[]>
  /** The bills of this person's product that are not settled, oldest first. */
  openBills(client: string, accountNumber: string, policyNumber: string): Promise<OpenBill[]>
  /** The entries of this person's product in the order of posting; empty for an unknown one. */
  entries(client: string, accountNumber: string, policyNumber: string): Promise<LedgerEntry[]>
  /**
   * The next charge of auto pay for this person's product: what is due by the day of the question,
   * else the next bill, issued or not. Auto pay leaves skipped bills out. For a product without auto
   * pay: the oldest open bill, also a skipped one, else the next bill.
   * Undefined when no further bill is known, or a credit covers all bills of the next years.
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
   * The product as it would be after each of these changes, in their order; one round trip. Empty for
   * an unknown product.
   */
  chargesAfter(
    client: string,
    accountNumber: string,
    policyNumber: string,
    question: ChangeQuestion,
  ): Promise<ChargeAfter[]>
  /**
   * The payments, returns, refunds, credits, write-offs and their reversals of My Account that are
   * posted with a day from `from` to `to`, both included, for all products of the client.
   */
  postings(client: string, from: string, to: string): Promise<Posting[]>
  /**
   * Posts a payment, once per `paymentId`. It settles the bills that it names, then the oldest open
   * bill; the next bill uses what is left. Once it resolves, every read shows it. A payment for a deleted policy is stored.
   */
  applyPayment(payment: PaymentToApply): Promise<void>
  /**
   * Takes a posted payment back, once: exactly the bills that it settled are open again. A return
   * that arrives before its payment takes effect with the payment. `returnedOn` is the client's day on
   * which the return was recorded, the same in every repetition.
   */
  returnPayment(client: string, paymentId: string, returnedOn: string): Promise<void>
  /**
   * Posts a refund of a payment, once per `refundId`. It takes money that settles no bill first, then
   * that of the newest bills. A refund that arrives before its payment takes effect with the payment.
   */
  refundPayment(refund: RefundToPost): Promise<void>
  /**
   * Undoes a posted refund that did not reach the person, once: its money belongs to the payment
   * again. `failedOn` is the same in every repetition.
   */
  failRefund(refund: Omit<RefundToPost, "refundedOn">, failedOn: string): Promise<void>
  /**
   * Posts a credit, once per `creditId`. It settles the oldest open bill first; the next bill uses
   * what is left. Returns false, and posts nothing, for a product that is not this person's.
   */
  postCredit(credit: CreditToPost): Promise<boolean>
  /**
   * Writes off the amount of one bill, at most what is owed on it, once per `writeOffId`. Returns the
   * cents that are written off; 0, and posts nothing, for a bill that is not open, does not exist or
   * is not this person's.
   */
  writeOff(writeOff: WriteOffToPost): Promise<number>
  /**
   * Takes back a credit, a write-off, or the credit of a refund, once per `reversalId`: exactly the
   * bills that it settled are open again. Returns the cents that were taken back; 0, and posts
   * nothing, if it is taken back already, was posted before the product was loaded again, does not
   * exist, or is not this person's.
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
  /** Sets whether a person gets transaction emails. Returns whether that changed the value. */
  setEmailSubscribed(client: string, accountNumber: string, isSubscribed: boolean): Promise<boolean>
  /**
   * Changes how a product is paid from now on, if it is still paid as the customer saw it; a
   * repetition changes nothing more. The current bill gets the new price (`Billing.hasBillingFee`) if
   * it is open and not due yet. No other bill changes.
   *
   * `made`: it is paid as requested. `differs`: it is paid neither as seen nor as requested, or
   * cannot be paid as requested, and stays unchanged.
   */
  changeBilling(change: BillingChange): Promise<"made" | "differs">
  /**
   * Keeps auto pay from charging the bills of this person's product that are due on these dates,
   * issued or not. A repetition changes nothing. Returns false for an unknown product.
   */
  skipCharge(skip: SkippedCharge): Promise<boolean>
  /**
   * The part of the billing run that the account system does. My Account charges auto pay and posts
   * the payments, also where the account system issues its own bills. The account system charges no
   * one.
   */
  readonly billing: DailyBilling
}

/**
 * Hours within which reads of the account system show what it accepted. Until then, our own value counts
 * if no read has shown it, and a read that lacks it is no difference. A replica lags for seconds or
 * minutes, but a copy that is made at night may lag for a day.
 */
export const shownWithinHours = 24

/** A change that was accepted and that no read shows. */
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
 * The account system answered that it does not make this change. A repetition is refused as well,
 * until someone corrects the reason. No value is part of it, because values are personal.
 */
export class AccountSystemRefused extends AccountSystemAway {
  override name = "AccountSystemRefused"
  /** The operation, its status, and its code and field where it told them: "applyPayment 400 invalid amount". */
  readonly detail: string

  constructor(detail: string) {
    super("The account system refused the change.")
    this.detail = detail
  }
}
