import { minimumCharge } from "#ports/payment-gateway/port.ts"
import { type Billing, billDays } from "#ports/policy-admin/port.ts"

/**
 * Whether a product must be paid today. Not to be confused with the state of one payment
 * (`PaymentState`).
 */
export type DueStatus =
  /** Another party pays for the product. */
  | "no-cost"
  | "combined-bill"
  | "past-due"
  /** The debt is less than the gateway's smallest charge and moves to the next bill. */
  | "carried"
  | "auto-pay"
  | "paid"
  | "due-now"
  /** The bill is issued and can be paid, but is due more than a week from now. */
  | "upcoming"
  | "not-yet-due"

/**
 * The state that an auto pay notice describes. `confirming`: the person is paying now, and their
 * bank asks them to confirm. `expiring`: the auto pay card expires before its next charge.
 * `expired`: it has expired. `announced`: auto pay will charge late, on an announced day.
 */
export type AutoPayState =
  | "failed"
  | "suspended"
  | "charging"
  | "confirming"
  | "expiring"
  | "expired"
  | "announced"
  /** A payment is accepted, and the account system does not show it yet. */
  | "recording"
  /** Auto pay does not charge a bill on its due date; it may charge the bill with the next one. */
  | "left"
  /** We do not have the auto pay method: the client may charge it itself. */
  | "elsewhere"
  /** The account system reversed a payment, and its money is still with us. */
  | "revoked"

/** The states in which auto pay charges nothing now. */
const nothingCharged: readonly AutoPayState[] = ["failed", "suspended", "confirming", "expired"]

/** States in which the person must see what is due, because auto pay does not charge it now. */
const notCharged: readonly AutoPayState[] = [...nothingCharged, "left"]

/** Number of days before its due date when a bill becomes due now. */
const dueNowDays = 7

/**
 * The due status of a product. Past due comes before auto pay, so that a failed charge is not
 * hidden behind "Auto Pay". The customer must see what is due after a failed charge (`autoPay`),
 * and while they pay by hand.
 */
export function dueStatusOf(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): DueStatus {
  if (billing.kind === "no-cost") return "no-cost"
  if (billing.kind === "combined") return "combined-bill"
  const owed = totalDue(billing)
  const daysLeft = daysUntil(shownDueDate(billing, today), today)
  if (owed > 0 && owed < minimumCharge) return "carried"
  if (pastDue(billing, today, autoPay) > 0) return "past-due"
  const isTheirs = autoPay !== undefined && notCharged.includes(autoPay)
  const isCharged = billing.paymentMethodRecordId !== null && !isSkipped(billing)
  if (isCharged && !isTheirs) return "auto-pay"
  if (owed === 0) return "paid"
  if (daysLeft <= dueNowDays) return "due-now"
  return daysLeft <= billDays ? "upcoming" : "not-yet-due"
}

/** Whether the person skipped the debit of the oldest open bill, and will pay it another way. */
export function isSkipped(billing: Billing): boolean {
  const { dueDate, skippedDueDates } = billing
  return totalDue(billing) > 0 && dueDate !== null && skippedDueDates.includes(dueDate)
}

/**
 * Whether the due date of a combined bill has passed. It is issued and paid elsewhere, so nothing
 * is known about it after that date.
 */
export function hasOldBill({ kind, dueDate }: Billing, today: Temporal.PlainDate): boolean {
  return kind === "combined" && dueDate !== null && dueDate < today.toString()
}

/** Whether the dashboard lists the product among the payments due. */
export function isDue(status: DueStatus): boolean {
  return status === "past-due" || status === "due-now" || status === "upcoming"
}

/**
 * The amount that pays off the product today, in cents. Adjustments and credits lower it, but never
 * below zero.
 */
export function totalDue(billing: Billing): number {
  const { amountDue, pastDueAmount, adjustment, billingCredit } = billing
  return Math.max(0, amountDue + pastDueAmount - adjustment - billingCredit)
}

/** The credits, adjustments and payments that no open bill has used yet, in cents. */
export function creditLeft(billing: Billing): number {
  const { amountDue, pastDueAmount, adjustment, billingCredit } = billing
  return Math.max(0, adjustment + billingCredit - amountDue - pastDueAmount)
}

/**
 * Remaining cents of open bills after the person's payments, by due date. Missing bills are owed in
 * full.
 */
export type Payable = ReadonlyMap<string, number>

/** The billing without payments that the person made and the account system does not show yet. */
export function lessPaid(billing: Billing, payable: Payable): Billing {
  const openAmounts = unpaidOf(billing.openAmounts, payable)
  const counted = Math.min(sumOf(billing.openAmounts) - sumOf(openAmounts), totalDue(billing))
  if (counted === 0) return billing
  return {
    ...billing,
    openAmounts,
    dueDate: openAmounts[0]?.dueDate ?? null,
    alreadyPaid: billing.alreadyPaid + counted,
    billingCredit: billing.billingCredit + counted,
  }
}

/** The unpaid remainder of these bills; fully paid bills are omitted. */
export function unpaidOf<Bill extends { dueDate: string; owed: number }>(
  bills: readonly Bill[],
  payable: Payable,
): Bill[] {
  const left = new Map(payable)
  return bills.flatMap((bill) => {
    const owed = Math.min(bill.owed, left.get(bill.dueDate) ?? bill.owed)
    if (left.has(bill.dueDate)) left.set(bill.dueDate, (left.get(bill.dueDate) ?? 0) - owed)
    return owed === 0 ? [] : [{ ...bill, owed }]
  })
}

/**
 * Merges these bills into one for each due date, with the summed debt. People identify a bill by
 * its date, and two lines with one date would look like a mistake.
 */
export function mergedByDueDate<Bill extends { dueDate: string; owed: number }>(
  bills: readonly Bill[],
): Bill[] {
  const byDate = Map.groupBy(bills, ({ dueDate }) => dueDate)
  return [...byDate.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, owed: sumOf(same) }] : []
  })
}

/** What remains of these bills if `paid` cents pay the oldest ones first. */
export function payableAfter(
  bills: readonly { dueDate: string; owed: number }[],
  paid: number,
): Payable {
  let left = paid
  const payable = new Map<string, number>()
  for (const { dueDate, owed } of bills) {
    const part = Math.min(left, owed)
    left -= part
    payable.set(dueDate, (payable.get(dueDate) ?? 0) + owed - part)
  }
  return payable
}

function sumOf(bills: readonly { owed: number }[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}

/**
 * These bills as the person is asked to pay them: late bills that together owe less than the
 * gateway's smallest charge are included in the next bill.
 */
export function withCarried<Bill extends { dueDate: string; owed: number }>(
  bills: readonly Bill[],
  today: string,
): Bill[] {
  const small = smallLate(bills, today)
  const [next, ...later] = bills.filter((bill) => !small.includes(bill))
  return next ? [{ ...next, owed: next.owed + sumOf(small) }, ...later] : [...bills]
}

/**
 * The bills whose due date has passed, if together they owe less than the gateway's smallest
 * charge.
 */
export function smallLate<Bill extends { dueDate: string; owed: number }>(
  bills: readonly Bill[],
  today: string,
): Bill[] {
  const late = bills.filter(({ dueDate }) => dueDate < today)
  return sumOf(late) < minimumCharge ? late : []
}

/** The open bills as the person is asked to pay them. */
export function shownBills(billing: Billing, today: Temporal.PlainDate): Billing["openAmounts"] {
  return withCarried(billing.openAmounts, today.toString())
}

/**
 * The due date that the person sees: a small late remainder has the date of the bill that includes
 * it.
 */
export function shownDueDate(billing: Billing, today: Temporal.PlainDate): string | null {
  const isCarried = smallLate(billing.openAmounts, today.toString()).length > 0
  return (isCarried && shownBills(billing, today)[0]?.dueDate) || billing.dueDate
}

/** The part of the total that is past due, in cents. */
export function pastDue(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): number {
  return sumOf(pastDueBills(billing, today, autoPay))
}

/**
 * The bills whose due date has passed, except bills that an announced auto pay charge will pay:
 * that charge is late because its notice comes first. Skipped bills are the person's to pay.
 * Nothing is past due if the sum is less than the gateway's smallest charge.
 */
export function pastDueBills(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): Billing["openAmounts"] {
  const late = billing.openAmounts.filter(({ dueDate }) => dueDate < today.toString())
  const isTheirs = ({ dueDate }: { dueDate: string }) =>
    autoPay !== "announced" || billing.skippedDueDates.includes(dueDate)
  const own = late.filter(isTheirs)
  return sumOf(own) < minimumCharge ? [] : own
}

/**
 * The open bills that auto pay will pay: excludes skipped and past due bills, and bills that auto
 * pay leaves to the person (`left`, due dates).
 */
export function autoPayBills(
  billing: Billing,
  today: Temporal.PlainDate,
  { state, left = [] }: { state?: AutoPayState; left?: readonly string[] } = {},
): Billing["openAmounts"] {
  const { paymentMethodRecordId, openAmounts, skippedDueDates } = billing
  if (paymentMethodRecordId === null || (state && nothingCharged.includes(state))) return []
  const theirs = pastDueBills(billing, today, state).map(({ dueDate }) => dueDate)
  const others = new Set([...theirs, ...skippedDueDates, ...left])
  return openAmounts.filter(({ dueDate }) => !others.has(dueDate))
}

/**
 * The amounts that the person can pay now, in cents, descending: everything owed; what auto pay
 * will not charge because it is skipped or past due; and only what is past due. Gateways reject an
 * amount below `minimumCharge`.
 */
export function payableAmounts(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): number[] {
  const late = pastDueBills(billing, today, autoPay)
  const parts = [totalDue(billing), ownPart(billing, late), pastDue(billing, today, autoPay)]
  return parts.filter(
    (amount, index) => index === 0 || (amount >= minimumCharge && amount < (parts[index - 1] ?? 0)),
  )
}

/**
 * The sum of the bills up to the last one that is past due (`late`) or, on auto pay, skipped, in
 * cents.
 */
function ownPart(
  { openAmounts, paymentMethodRecordId, skippedDueDates }: Billing,
  late: Billing["openAmounts"],
): number {
  const skipped = paymentMethodRecordId === null ? [] : skippedDueDates
  const last = openAmounts.findLastIndex(
    (bill) => late.includes(bill) || skipped.includes(bill.dueDate),
  )
  return sumOf(openAmounts.slice(0, last + 1))
}

/** The amounts of `payableAmounts`, whether or not auto pay has announced a charge. */
export function payableInAnyState(billing: Billing, today: Temporal.PlainDate): number[] {
  return [...payableAmounts(billing, today), ...payableAmounts(billing, today, "announced")]
}

function daysUntil(date: string | null, today: Temporal.PlainDate): number {
  if (date === null) return Number.POSITIVE_INFINITY
  // Both are midnight UTC. Temporal is eight times slower, and each screen does this for each
  // product.
  return (Date.parse(date) - Date.parse(today.toString())) / 86_400_000
}
