import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { AutoPayDue, OpenBill } from "#ports/policy-admin/port.ts"
import type { KnownCharges, OpenAnnouncement } from "./announced-charges.store.ts"

/** Days between a notice and the charge that it announces. */
export const noticeDays = 10

/** Bills that are due and were announced. */
export interface AnnouncedDue extends AutoPayDue {
  /** Null when the method was deleted, so that nothing can be charged. */
  announcementId: string | null
}

/**
 * The announcement under which auto pay charges a product on `today`: the one of the newest bills.
 * Undefined when nothing was announced for this day and this method.
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

/** Whether an announced charge is for the bill of this due date. */
export function isAnnounced(
  { billsDueBy, dueDates }: Pick<OpenAnnouncement, "billsDueBy" | "dueDates">,
  dueDate: string,
): boolean {
  return dueDate <= billsDueBy && (dueDates?.includes(dueDate) ?? true)
}

/**
 * What is due by the day of an announcement. `openBills` of the product are needed when further bills
 * are due. Empty when these bills are paid.
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
  /** The latest day of these charges; null without one. */
  lastDay: string | null
}

/**
 * The charges that these announcements of earlier bills will still make. An amount that fell below the gateway's
 * smallest charge waits for the next bill, and is announced with it.
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

/**
 * Whether a charge needs no email: a card is charged the same amount as last time, or as agreed.
 * Bank accounts always need one.
 */
export function isUnchanged(
  amount: number,
  { methodKind, last, agreed }: Pick<KnownCharges, "methodKind" | "last" | "agreed">,
): boolean {
  if (methodKind !== "card") return false
  return amount === agreed || amount === last?.amount
}

/**
 * The day on which a charge that is announced on `noticeDay` is made. It comes after the charges that
 * were announced earlier, since a product has at most one charge a day.
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
