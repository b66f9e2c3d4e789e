import { dayAt } from "#platform/time-zone.ts"
import type { OpenBill, Policy } from "#ports/policy-admin/port.ts"
import type { Payment } from "../paying/payments.store.ts"
import { type Attempt, nextAttempt } from "./auto-pay-attempts.ts"
import type { FailedPayment } from "./auto-pay-failures.store.ts"
import type { Suspension } from "./auto-pay-suspensions.store.ts"
import { attemptOf, type FailedCharge, failedChargeOf } from "./failed-charge.ts"

/**
 * The facts that a customer needs after auto pay of a product failed: the charge, the reason, and
 * the next step. Emails, dashboard, payment center and history all show them.
 */
export interface FailedChargeStatus {
  failed: FailedCharge
  /**
   * `tryAgain`: on the day of `next`. `withNextBill`: this amount is charged only together with the
   * next bill. `givenUp`: not charged again; auto pay continues once it is paid. `suspended`: auto
   * pay charges nothing until the customer authorizes it again.
   */
  state: "tryAgain" | "withNextBill" | "givenUp" | "suspended"
  /**
   * Cents that are due by today. With `withNextBill`, skipped bills do not count, because the next
   * charge does not contain them.
   */
  owed: number
  next: { date: string; dueDates: readonly string[]; amount: number } | null
  /** Whether the past due amount must be paid before auto pay can be changed. */
  isPastDue: boolean
  /** The kind of the current auto pay method. */
  methodKind: Payment["methodKind"]
}

/** The facts about a product on auto pay that determine its failed-charge status. */
export interface FailedChargeFacts {
  policy: Policy
  /** The kind of the current auto pay method. */
  methodKind: Payment["methodKind"]
  openBills: readonly OpenBill[]
  /** The product's failed payments, in the order in which they failed. */
  failures: readonly FailedPayment[]
  suspensions: readonly Suspension[]
  today: Temporal.PlainDate
  timeZone: string
}

/** The status of the last failed charge; undefined if nothing failed or it has been paid. */
export function failedChargeStatusOf(facts: FailedChargeFacts): FailedChargeStatus | undefined {
  const { policy, methodKind, openBills, failures, suspensions, today, timeZone } = facts
  const methodRecordId = policy.billing.paymentMethodRecordId
  if (methodRecordId === null) return undefined
  const isPastDue = openBills.some(({ dueDate }) => dueDate < today.toString())
  const common = { owed: sumOf(openBills, today), isPastDue, methodKind }
  const suspension = suspensions.find((one) => isFor(one, methodRecordId))
  if (suspension) {
    return { failed: suspendedBy(suspension, facts), state: "suspended", next: null, ...common }
  }
  // The customer pays a debit that they skipped.
  const charged = openBills.filter(
    ({ dueDate }) => !policy.billing.skippedDueDates.includes(dueDate),
  )
  const due = charged.filter(({ dueDate }) => dueDate <= today.toString())
  const [oldest, newest] = [due[0], due.at(-1)].map((bill) => bill && dateOf(bill.dueDate))
  const last = failures.at(-1)
  if (!oldest || !newest || !last) return undefined
  const attempts = failures.map((failure) => attemptOf(failure, timeZone))
  const isOld = attempts.every(({ failedOn }) => isBefore(failedOn, oldest))
  if (isOld) return undefined
  const attempt = nextAttempt({ oldest, newest }, methodKind, attempts)
  const failed = failedChargeOf(last, timeZone)
  const date = nextDate({ ...facts, openBills: charged }, attempt)
  if (date === null) return { failed, state: "givenUp", next: null, ...common }
  const isPlanned = attempt !== null && !isBefore(date, attempt.from)
  const dueDates = charged
    .map(({ dueDate }) => dueDate)
    .filter((dueDate) => dueDate <= date.toString())
  const next = { date: date.toString(), dueDates, amount: sumOf(charged, date) }
  if (isPlanned) return { failed, state: "tryAgain", next, ...common }
  return { failed, state: "withNextBill", next, ...common, owed: sumOf(charged, today) }
}

/** Whether this suspension applies to auto pay by this method. */
function isFor({ methodRecordId }: Suspension, recordId: string): boolean {
  return methodRecordId === "" || methodRecordId === recordId
}

function suspendedBy(suspension: Suspension, { failures, timeZone }: FailedChargeFacts) {
  const failure = failures.find(({ id }) => id === suspension.paymentId)
  if (failure) return failedChargeOf(failure, timeZone)
  return {
    paymentId: null,
    origin: "autoPay" as const,
    status: "declined" as const,
    reason: suspension.reason,
    amount: null,
    method: "",
    chargedOn: dayAt(suspension.suspendedAt, timeZone).toString(),
  }
}

/** The day of the next charge, not before today. A card is charged again with the next bill. */
function nextDate(
  { openBills, methodKind, today }: FailedChargeFacts,
  attempt: Attempt | null,
): Temporal.PlainDate | null {
  const later = openBills
    .map(({ dueDate }) => dateOf(dueDate))
    .filter((day) => isBefore(today, day))
  const nextBill = methodKind === "card" ? later[0] : undefined
  const planned = attempt && (isBefore(attempt.from, today) ? today : attempt.from)
  if (!planned) return nextBill ?? null
  return nextBill && isBefore(nextBill, planned) ? nextBill : planned
}

/** Cents that are due by this day. */
function sumOf(openBills: readonly OpenBill[], day: Temporal.PlainDate): number {
  const due = openBills.filter(({ dueDate }) => dueDate <= day.toString())
  return due.reduce((sum, { owed }) => sum + owed, 0)
}

function dateOf(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day)
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}
