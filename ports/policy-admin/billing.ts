import type { BillFacts } from "./bill-fields.ts"

/**
 * Days before its due date from which a bill is issued and shown among the payments due. An account
 * system that issues its own bills may show them earlier; we list them from this day.
 */
export const billDays = 30

/** Months of a billing period by its frequency code. */
const monthsOf: Record<string, number> = { M: 1, Q: 3, S: 6, A: 12 }

/** The months of a billing period; undefined for an unknown frequency code. */
export function monthsIn(frequencyCode: string): number | undefined {
  return Object.hasOwn(monthsOf, frequencyCode) ? monthsOf[frequencyCode] : undefined
}

/**
 * Whether a period with this billing day can start on `date`: on that day, or on the last day of a
 * shorter month.
 */
export function isBilledOn(date: string, billingDay: number): boolean {
  const { day, daysInMonth } = Temporal.PlainDate.from(date)
  return day === Math.min(billingDay, daysInMonth)
}

export interface DailyBilling {
  /**
   * Issues the bill of each period of the client's products that starts within 30 days of `today`,
   * the client's business day, in order and each once, also for repeated and concurrent calls.
   * While a bill is open, the next one is issued after its due date. Returns how many it issued.
   * Absent if the account system issues its own bills. Soon after `signal` aborts, it throws the
   * signal's reason; the bills that it has issued stay.
   */
  issueBills?(client: string, today: string, signal?: AbortSignal): Promise<number>
  /**
   * Products of the client whose next period has no bill although it began before `today`, the
   * client's business day: too many bills in a row were issued after their due date, and an
   * operator decides. Absent if the account system issues its own bills.
   */
  heldBills?(client: string, today: string): Promise<HeldBill[]>
  /**
   * Issues a product's held bills, at most `mostCaughtUp`. Returns how many. Absent if the account
   * system issues its own bills.
   */
  catchUp?(client: string, policyNumber: string, today: string): Promise<number>
  /**
   * Products of the client on auto pay with open bills that are due by `today`, the client's
   * business day, in a stable order, after the key `after`. Fewer than `limit` on the last page. My
   * Account adds to the first page, beyond `limit`, the products whose auto pay was changed here
   * and that the account system does not list yet.
   */
  autoPayDue(
    client: string,
    today: string,
    after: AutoPayDue | undefined,
    limit: number,
  ): Promise<AutoPayDue[]>
  /**
   * Products of the client whose last change of auto pay or frequency here was accepted but appears
   * in no read, however long ago it was made. Absent where reads show the present state.
   */
  heldCharges?(
    client: string,
  ): Promise<readonly Pick<AutoPayDue, "accountNumber" | "policyNumber">[]>
}

/** The most bills that one decision of an operator issues. */
export const mostCaughtUp = 120

export interface HeldBill {
  policyNumber: string
  /** First day of the first period without a bill. */
  dueDate: string
}

export interface AutoPayDue {
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  /** Due date of the newest bill that is due. */
  dueDate: string
  /** The sum of the bills that are due, in cents. */
  amount: number
  /** Numbers of the bills that are due, oldest first. */
  billNumbers: number[]
  /** Due dates of the same bills. */
  dueDates: string[]
  paymentMethodRecordId: string
}

/** An unsettled bill of one period of a product. Amounts are cents. */
export interface OpenBill extends BillFacts {
  number: number
  periodFrom: string
  /** Null when the length of the period is unknown. */
  periodTo: string | null
  dueDate: string
  premium: number
  /** The auto pay fee. */
  fee: number
  /** Positive raises the bill. */
  adjustment: number
  /** Lowers the bill. */
  credit: number
  /** The sum of the parts, less the settled amount. */
  owed: number
  /**
   * Ids of My Account payments that the amounts already include without an entry: the amounts are
   * what those payments left. Absent if there are none.
   */
  countedPayments?: string[] | undefined
}

/** Selects the bills of the next charge. */
export interface ChargeQuestion {
  /** The client's business day. */
  today: string
  /** Cents. Bills whose sum is smaller are charged together with the next one. */
  minimum?: number
  /**
   * Leaves out bills with any other due date. Ignored if no bill, open or settled, was due on one
   * of these dates, because the product was loaded again since.
   */
  dueDates?: readonly string[]
}

/** Selects changes of how a product is paid, each made on `today`, the client's business day. */
export interface ChangeQuestion {
  today: string
  /** Cents. Auto pay charges bills whose sum is smaller together with the next one. */
  minimum: number
  choices: readonly BillingChoice[]
  /**
   * Numbers of the bills that a pending charge pays. The next bill of a product without auto pay
   * excludes them.
   */
  underWay?: readonly number[]
}

/** A product as it would be after a change. */
export interface ChargeAfter {
  /** As `PolicyAdmin.nextCharge` returns it. */
  next: NextCharge | undefined
  /** Oldest first. */
  openBills: OpenBill[]
  /** Cents of payments and credits that are not applied to a bill. */
  unapplied: number
  /** The part of `unapplied` that the person has paid. */
  unappliedOwn: number
}

/** The next charge of auto pay. Amounts are cents. */
export interface NextCharge {
  /**
   * The day of the charge, not before the question's `today`. For a product without auto pay, the
   * due date.
   */
  date: string
  /** Due dates of the charged bills, oldest first. */
  dueDates: string[]
  /** Numbers of the charged bills, oldest first. Empty while the bill is not issued. */
  billNumbers: number[]
  /** The sum of premium, fee and adjustment, less the credit. */
  amount: number
  premium: number
  fee: number
  adjustment: number
  /** Credits of the bills, and the part of the bills that is already settled. */
  credit: number
  /** The part of `credit` that the person has paid. */
  alreadyPaid: number
}

/** A bill that is open now or will be issued. */
export interface ComingBill {
  dueDate: string
  /** Cents, less unapplied money of the product. More than 0. */
  owed: number
  /** False for an estimate at the present price and frequency. */
  isIssued: boolean
  /** Whether auto pay leaves the bill out. */
  isSkipped: boolean
}

/** Moves money to or from a bill of a product. */
export interface LedgerEntry {
  kind:
    | "opening"
    | "payment"
    | "credit"
    | "writeOff"
    | "return"
    | "refund"
    | "correctionReversal"
    | "application"
  /** The payment or credit that the money comes from. */
  lot: string
  /** The payment, credit, return, refund, reversal or bill that caused the entry. */
  cause: string
  /** Null for money that is not applied to a bill. */
  billNumber: number | null
  /** Cents. Negative when the entry reopens the bill. */
  amount: number
  on: string
  /**
   * The reason and the staff member, for a credit, a write-off or a reversal of one. Otherwise "".
   */
  note: string
}

/**
 * A payment, credit, write-off or reversal from My Account, or money taken back from a payment, in
 * posted form.
 */
export interface Posting {
  kind: "payment" | "return" | "refund" | "credit" | "writeOff" | "correctionReversal"
  /**
   * Id of the payment, also for its return; otherwise id of the refund, credit, write-off or
   * reversal.
   */
  id: string
  /** Cents. Negative only for a failed refund. */
  amount: number
  on: string
}

/** How a product is paid. */
export interface BillingChoice {
  frequencyCode: string
  /** Null if not on auto pay. */
  paymentMethodRecordId: string | null
}

export interface BillingChange {
  /**
   * The same for all repetitions of the change, also by another process, which all have the same
   * content. A repetition gets the first result and changes nothing, even after another change.
   * Absent: each call is a separate change.
   */
  changeId?: string
  /** The day of the change. A bill that is due by then keeps its price. */
  changedOn: string
  client: string
  accountNumber: string
  policyNumber: string
  seen: BillingChoice
  /** The auto pay method in words; "" when not on auto pay. */
  wanted: BillingChoice & { paymentMethodLabel: string }
}

/** A refund of part or all of a payment. */
export interface RefundToPost {
  client: string
  paymentId: string
  /** Unique among the refunds of the client; the same in every repetition. */
  refundId: string
  /** Cents, more than 0. Takes back at most the rest of the payment. */
  amount: number
  /** The client's day of the refund; the same in every repetition. */
  refundedOn: string
  /**
   * True: the bills that the money settled are due again. False: a credit settles them instead, and
   * nothing becomes due.
   */
  reopens: boolean
}

/** An amount that lowers the debt of this person's product without a payment. */
export interface CreditToPost {
  client: string
  accountNumber: string
  policyNumber: string
  /** Unique among the credits and write-offs of the product; the same in every repetition. */
  creditId: string
  /** Cents, more than 0. */
  amount: number
  on: string
  /** The reason and the staff member, for people who read the entries. */
  note: string
}

/** Cancels an owed amount of one bill. */
export interface WriteOffToPost extends Omit<CreditToPost, "creditId"> {
  writeOffId: string
  billNumber: number
}

/** Takes back a credit, a write-off, or the credit that settles bills in place of a refund. */
export interface CorrectionReversalToPost extends Omit<CreditToPost, "creditId" | "amount"> {
  /** Unique in the client; the same in every repetition. */
  reversalId: string
  /** The id of the credit, write-off or refund. */
  reverses: string
}

export interface PaymentToApply {
  client: string
  /** A UUID. */
  paymentId: string
  accountNumber: string
  policyNumber: string
  amount: number
  /** The client's day on which the payment was accepted; the same in every repetition. */
  paidOn: string
  /**
   * The bills that the payment settles first. The rest, or all of it without this field, settles
   * the oldest open bill first.
   */
  billNumbers?: readonly number[]
}

/** The bills of a person's product that auto pay must not charge. They stay due. */
export interface SkippedCharge {
  client: string
  accountNumber: string
  policyNumber: string
  dueDates: readonly string[]
}
