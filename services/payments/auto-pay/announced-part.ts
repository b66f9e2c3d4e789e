import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { AutoPayDue, OpenBill, Policy } from "#ports/policy-admin/port.ts"
import { isBilledOn, monthsIn } from "#ports/policy-admin/port.ts"
import type { KnownCharges, OpenAnnouncement } from "./announced-charges.store.ts"
import { isSameProduct } from "./same-product.ts"

/** Days between a notice and the charge that it announces. */
export const noticeDays = 10

/** Bills that are due and were announced. */
export interface AnnouncedDue extends AutoPayDue {
  /** Null if the method was deleted, so that nothing can be charged. */
  announcementId: string | null
}

/**
 * The announcement under which auto pay charges a product on `today`: the one with the newest
 * bills. Undefined if nothing was announced for this day and this method.
 */
export function announcementOn(
  open: readonly OpenAnnouncement[],
  paymentMethodRecordId: string,
  today: string,
): OpenAnnouncement | undefined {
  const usable = open.filter(
    (one) => one.chargeOn <= today && one.methodRecordId === paymentMethodRecordId,
  )
  // The newest announcement comes first.
  return usable.toSorted((one, other) => other.billsDueBy.localeCompare(one.billsDueBy))[0]
}

/** Whether an announced charge includes the bill with this due date. */
export function isAnnounced(
  { billsDueBy, dueDates }: Pick<OpenAnnouncement, "billsDueBy" | "dueDates">,
  dueDate: string,
): boolean {
  return dueDate <= billsDueBy && (dueDates?.includes(dueDate) ?? true)
}

/**
 * The amount due by the day of an announcement. `openBills` of the product are needed if further
 * bills are due. Empty if these bills are paid.
 */
export function announcedPart(
  due: AutoPayDue,
  { id, billsDueBy }: OpenAnnouncement,
  openBills: readonly OpenBill[] = [],
): AnnouncedDue[] {
  if (due.dueDate <= billsDueBy) return [{ ...due, announcementId: id }]
  const bills = openBills.filter(
    ({ number, dueDate }) => dueDate <= billsDueBy && due.billNumbers.includes(number),
  )
  return bills.slice(-1).map(({ dueDate }) => ({
    ...due,
    dueDate,
    billNumbers: bills.map(({ number }) => number),
    amount: bills.reduce((sum, { owed }) => sum + owed, 0),
    announcementId: id,
  }))
}

/** The charges that announcements of earlier bills will still make. */
export interface EarlierCharges {
  /** Cents. */
  amount: number
  /** The latest day of these charges; null if there are none. */
  lastDay: string | null
}

/**
 * The charges that these announcements of earlier bills will still make. An amount that fell below
 * the gateway's smallest charge waits for the next bill, and is announced with it.
 */
export function announcedBefore(
  earlier: readonly Pick<OpenAnnouncement, "billsDueBy" | "dueDates" | "amount" | "chargeOn">[],
  openBills: readonly Pick<OpenBill, "dueDate" | "owed">[],
): EarlierCharges {
  const charges = earlier.flatMap(({ amount, chargeOn, ...announced }) => {
    const bills = openBills.filter(({ dueDate }) => isAnnounced(announced, dueDate))
    const owed = bills.reduce((sum, bill) => sum + bill.owed, 0)
    return owed < minimumCharge ? [] : [{ amount: Math.min(amount, owed), chargeOn }]
  })
  return {
    amount: Math.max(0, ...charges.map(({ amount }) => amount)),
    lastDay:
      charges
        .map(({ chargeOn }) => chargeOn)
        .toSorted()
        .at(-1) ?? null,
  }
}

/** A charge that would be made without an email. */
export interface SilentCharge {
  /** Cents. */
  amount: number
  /** Due date of its newest bill. */
  dueDate: string
  date: string
  policy: Pick<Policy, "productDesc"> & {
    billing: Pick<Policy["billing"], "frequencyCode" | "paymentMethodRecordId" | "skippedDueDates">
  }
}

/**
 * Whether a charge needs no email. A card charge must match what the customer was last informed of,
 * in the agreement or the last charge: the same amount for the same product, by the same method, on
 * the expected day. Bank debits always need an email.
 */
export function isUnchanged(
  charge: SilentCharge,
  known: Pick<KnownCharges, "methodKind" | "last" | "agreed" | "settled">,
): boolean {
  const { amount, policy } = charge
  const { agreed, last } = known
  const read = agreed ?? last
  if (known.methodKind !== "card" || !read) return false
  const isSame =
    amount === read.amount &&
    policy.billing.paymentMethodRecordId === read.methodRecordId &&
    (agreed !== null || isSameProduct(policy.productDesc, last?.productDesc ?? ""))
  return isSame && isExpectedDay(charge, known)
}

/**
 * Whether the day is the agreed one or, once that bill was paid or skipped, one period after the
 * last.
 */
function isExpectedDay(
  { dueDate, date, policy }: SilentCharge,
  { agreed, settled }: Pick<KnownCharges, "agreed" | "settled">,
): boolean {
  const { frequencyCode, skippedDueDates } = policy.billing
  const earlier = [...settled, ...skippedDueDates].toSorted().toReversed()
  const isAgreedOpen = agreed !== null && (earlier[0] ?? "") < agreed.billsDueBy
  if (isAgreedOpen) return date === agreed.chargeOn
  return date === dueDate && followsOn(dueDate, earlier, monthsIn(frequencyCode))
}

/**
 * Whether a bill is due one period after the newest of these due dates of its product, on the same
 * billing day. The last day of a month may stand for a later day. False if the length of the period
 * is unknown.
 */
export function followsOn(
  dueDate: string,
  earlier: readonly string[],
  months: number | undefined,
): boolean {
  const [newest] = earlier
  if (newest === undefined || monthOf(dueDate) - monthOf(newest) !== months) return false
  let billingDays = Array.from({ length: 31 }, (_, day) => day + 1)
  for (const one of earlier) {
    const possible = billingDays.filter((day) => isBilledOn(one, day))
    // The billing day was different before this date.
    if (possible.length === 0) break
    billingDays = possible
  }
  return billingDays.some((day) => isBilledOn(dueDate, day))
}

/** Months since January of the year 0. */
function monthOf(date: string): number {
  const { year, month } = Temporal.PlainDate.from(date)
  return year * 12 + month - 1
}

/**
 * The day on which a charge announced on `noticeDay` is made. It comes after the charges that were
 * announced earlier, since a product has at most one charge a day.
 */
export function chargeDay(
  newestDueDate: string,
  noticeDay: Temporal.PlainDate,
  isEmailed: boolean,
  lastDay: string | null = null,
): string {
  const first = (isEmailed ? noticeDay.add({ days: noticeDays }) : noticeDay).toString()
  const days = [newestDueDate, first]
  if (lastDay !== null) {
    const last = Temporal.PlainDate.from(lastDay)
    const made = Temporal.PlainDate.compare(last, noticeDay) < 0 ? noticeDay : last
    days.push(made.add({ days: 1 }).toString())
  }
  return days.toSorted().at(-1) ?? first
}
