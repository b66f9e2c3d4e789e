import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { ComingBill, NextCharge, Policy } from "#ports/policy-admin/port.ts"
import { hasOldBill, smallLate, totalDue, withCarried } from "#services/products/due-status.ts"
import type { ChargeForecast } from "../auto-pay/next-charge.ts"

/** One upcoming payment for a product. */
export interface Coming {
  /** The newest due date that it pays. Stable even when the day of a charge changes. */
  dueDate: string
  /** The due date, or the day of the charge. */
  date: string
  /** Cents. */
  amount: number
  paidBy: "customer" | "autopay" | "combinedbill"
  isPastDue: boolean
  isEstimate: boolean
  isSkipped: boolean
}

export interface ComingOfProduct {
  policy: Policy
  /** Label of the method that auto pay charges; "" without auto pay. */
  paymentMethod: string
  isBankDebit: boolean
  payments: Coming[]
  /** False if later bills are not known. */
  isComplete: boolean
}

type Known = { bills: ComingBill[]; isComplete: boolean }
type Forecast = Pick<ChargeForecast, "next" | "deferred" | "method" | "none">

/**
 * The payments of one product: first the next planned auto pay charge, then the later bills, each
 * charged on its due date. The customer pays skipped bills, bills that auto pay leaves (`left`, due
 * dates), and all bills while auto pay charges nothing. `late`: the due dates of the bills that the
 * product's badge counts as past due. Without `forecast`, the product is not on auto pay. Amounts
 * too small to pay move to the next bill.
 */
export function comingOf(
  policy: Policy,
  { bills, isComplete }: Known,
  forecast: Forecast | undefined,
  {
    today,
    until,
    late,
    left = [],
  }: {
    today: string
    until: string
    late: readonly string[]
    left?: readonly string[] | undefined
  },
): ComingOfProduct {
  const { billing } = policy
  const withoutAutoPay = { policy, paymentMethod: "", isBankDebit: false }
  if (billing.kind === "no-cost") return { ...withoutAutoPay, payments: [], isComplete: true }
  if (billing.kind === "combined") {
    return { ...withoutAutoPay, payments: combined(policy, today), isComplete: false }
  }
  const { next, method, none, deferred = 0 } = forecast ?? {}
  if (!method || (none !== null && none !== "no-bill")) {
    const shown = withCarried(bills, today)
    const tooSmall = smallLate(shown, today)
    const payments = shown
      .filter((bill) => !tooSmall.includes(bill))
      .map((bill) => ofCustomer(bill, late))
    return { ...withoutAutoPay, payments, isComplete }
  }
  const planned = next?.dueDates ?? []
  const small = smallLate(
    bills.filter(({ dueDate }) => !planned.includes(dueDate)),
    today,
  )
  const open = bills.filter((bill) => !small.includes(bill))
  const own = open.filter((bill) => left.includes(bill.dueDate) || isOwn(bill, planned, today))
  const charged = open.filter((bill) => !own.includes(bill) && !planned.includes(bill.dueDate))
  // The next charge includes the remainder only if the customer does not pay it.
  const paid = own.filter(({ dueDate }) => planned.includes(dueDate))
  const isLate = ({ dueDate }: ComingBill) => planned.includes(dueDate) && late.includes(dueDate)
  const lateOnes = open.filter((bill) => isLate(bill) && !own.includes(bill))
  const first = next ? firstCharges(next, next.amount - sumOf(paid), lateOnes) : []
  const payments = [
    ...own.map((bill) => ofCustomer(bill, late)),
    ...first.filter(({ amount, date }) => amount > 0 && date <= until),
    ...charges(charged, Math.max(deferred, sumOf(small)), next?.date ?? today),
  ]
  const { label, isBank } = method
  return { policy, paymentMethod: label, isBankDebit: isBank, payments, isComplete }
}

/** The next charge: the part that pays these late bills, and the rest. `amount` is in cents. */
function firstCharges(
  { date, dueDates, billNumbers }: NextCharge,
  amount: number,
  late: readonly ComingBill[],
): Coming[] {
  const lateAmount = Math.min(amount, sumOf(late))
  const facts = { date, paidBy: "autopay", isSkipped: false } as const
  const dueDate = dueDates.at(-1) ?? date
  const isEstimate = billNumbers.length < dueDates.length
  return [
    {
      ...{ ...facts, dueDate: late.at(-1)?.dueDate ?? date, amount: lateAmount },
      ...{ isPastDue: true, isEstimate: false },
    },
    { ...facts, dueDate, amount: amount - lateAmount, isPastDue: false, isEstimate },
  ]
}

function sumOf(bills: readonly ComingBill[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}

/**
 * Bills that auto pay leaves to the customer: skipped bills, and late bills that the next charge
 * omits. A bill that is not issued yet cannot be late.
 */
function isOwn(bill: ComingBill, planned: readonly string[], today: string): boolean {
  const isLate = bill.isIssued && bill.dueDate < today
  return bill.isSkipped || (isLate && !planned.includes(bill.dueDate))
}

/** A charge that is too small is carried to the next one, and so is what the next charge defers. */
function charges(bills: readonly ComingBill[], deferred: number, firstDay: string): Coming[] {
  const found: Coming[] = []
  let carried = deferred
  for (const { dueDate, owed, isIssued } of bills) {
    const amount = owed + carried
    carried = amount < minimumCharge ? amount : 0
    if (carried > 0) continue
    const date = dueDate < firstDay ? firstDay : dueDate
    const facts = { dueDate, date, amount, isEstimate: !isIssued }
    found.push({ ...facts, paidBy: "autopay", isPastDue: false, isSkipped: false })
  }
  return found
}

function ofCustomer(
  { dueDate, owed, isIssued, isSkipped }: ComingBill,
  late: readonly string[],
): Coming {
  const facts = { dueDate, date: dueDate, amount: owed, isEstimate: !isIssued, isSkipped }
  return { ...facts, paidBy: "customer", isPastDue: isIssued && late.includes(dueDate) }
}

function combined({ billing }: Policy, today: string): Coming[] {
  const amount = totalDue(billing)
  const { dueDate } = billing
  if (dueDate === null || amount === 0) return []
  if (hasOldBill(billing, Temporal.PlainDate.from(today))) return []
  const facts = { dueDate, date: dueDate, amount, isEstimate: false, isSkipped: false }
  return [{ ...facts, paidBy: "combinedbill", isPastDue: false }]
}
