import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { ComingBill, Policy } from "#ports/policy-admin/port.ts"
import { hasOldBill, totalDue } from "#services/products/due-status.ts"
import type { ChargeForecast } from "../next-charge.ts"

/** One payment that a product will need. */
export interface Coming {
  /** The newest due date that it pays. It does not change when the day of a charge does. */
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
  /** The method that auto pay charges, in words; "" without auto pay. */
  paymentMethod: string
  isBankDebit: boolean
  payments: Coming[]
  /** False if later bills are not known. */
  isComplete: boolean
}

type Known = { bills: ComingBill[]; isComplete: boolean }
type Forecast = Pick<ChargeForecast, "next" | "deferred" | "method" | "none">

/**
 * The payments of one product: first the next charge of auto pay as it is planned, then the later bills,
 * each charged on its due date. Skipped bills, and all bills while auto pay charges nothing, are the
 * customer's. Without `forecast`, the product is not on auto pay.
 */
export function comingOf(
  policy: Policy,
  { bills, isComplete }: Known,
  forecast: Forecast | undefined,
  { today, until }: { today: string; until: string },
): ComingOfProduct {
  const { billing } = policy
  const withoutAutoPay = { policy, paymentMethod: "", isBankDebit: false }
  if (billing.kind === "no-cost") return { ...withoutAutoPay, payments: [], isComplete: true }
  if (billing.kind === "combined") {
    return { ...withoutAutoPay, payments: combined(policy, today), isComplete: false }
  }
  const { next, method, none, deferred = 0 } = forecast ?? {}
  if (!next || !method || none !== null) {
    const payments = bills.map((bill) => ofCustomer(bill, today))
    return { ...withoutAutoPay, payments, isComplete }
  }
  const own = bills.filter((bill) => isOwn(bill, next.dueDates, today))
  const charged = bills.filter(
    (bill) => !own.includes(bill) && !next.dueDates.includes(bill.dueDate),
  )
  const first: Coming = {
    ...{ dueDate: next.dueDates.at(-1) ?? next.date, date: next.date, amount: next.amount },
    ...{ paidBy: "autopay", isPastDue: false, isSkipped: false },
    isEstimate: next.billNumbers.length < next.dueDates.length,
  }
  const payments = [
    ...own.map((bill) => ofCustomer(bill, today)),
    ...(next.date <= until ? [first] : []),
    ...charges(charged, deferred, next.date),
  ]
  const { label, isBank } = method
  return { policy, paymentMethod: label, isBankDebit: isBank, payments, isComplete }
}

/** Bills that auto pay leaves to the customer: skipped ones, and late ones that the next charge omits. */
function isOwn(bill: ComingBill, planned: readonly string[], today: string): boolean {
  return bill.isSkipped || (bill.dueDate < today && !planned.includes(bill.dueDate))
}

/** A charge that is too small is carried to the next one, as is what the next charge defers. */
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

function ofCustomer({ dueDate, owed, isIssued, isSkipped }: ComingBill, today: string): Coming {
  const facts = { dueDate, date: dueDate, amount: owed, isEstimate: !isIssued, isSkipped }
  return { ...facts, paidBy: "customer", isPastDue: dueDate < today }
}

function combined({ billing }: Policy, today: string): Coming[] {
  const amount = totalDue(billing)
  const { dueDate } = billing
  if (dueDate === null || amount === 0) return []
  if (hasOldBill(billing, Temporal.PlainDate.from(today))) return []
  const facts = { dueDate, date: dueDate, amount, isEstimate: false, isSkipped: false }
  return [{ ...facts, paidBy: "combinedbill", isPastDue: false }]
}
