import type { Billing } from "../port.ts"

/** The billing fields that a payment changes. Amounts are integer cents. */
export interface Balance
  extends Pick<
    Billing,
    "amountDue" | "pastDueAmount" | "adjustment" | "billingCredit" | "dueDate" | "frequencyCode"
  > {
  /** Day of the month on which the product is due; null for the day of the due date. */
  billingDay: number | null
  /** Due date of the last bill that was issued here; null before the first. */
  billedUntil: string | null
}

/** Months of a billing period by its code; other codes have no known next due date. */
const monthsOf: Record<string, number> = { M: 1, Q: 3, S: 6, A: 12 }

/**
 * The balance after a payment of `amount`. A smaller payment reduces the amount owed, as a credit;
 * a larger one leaves a credit for the next period.
 */
export function afterPayment(balance: Balance, amount: number, paidOn: string): Balance {
  const left = owed(balance) - amount
  if (left > 0) return { ...balance, billingCredit: balance.billingCredit + amount }
  const moved = nextDueDate(balance, paidOn)
  return {
    ...balance,
    ...moved,
    amountDue: 0,
    pastDueAmount: 0,
    adjustment: 0,
    billingCredit: Math.abs(left),
  }
}

/** The balance after `amount`, which was due on `dueDate`, was taken back. */
export function afterReturn(balance: Balance, amount: number, dueDate: string | null): Balance {
  const fromCredit = Math.min(balance.billingCredit, amount)
  const owedAgain = amount - fromCredit
  const billingCredit = balance.billingCredit - fromCredit
  if (owedAgain === 0) return { ...balance, billingCredit }
  // A new bill may exist by now; the returned amount is then from an earlier period.
  const place = balance.amountDue === 0 ? "amountDue" : "pastDueAmount"
  return {
    ...balance,
    billingCredit,
    [place]: balance[place] + owedAgain,
    dueDate: earlier(dueDate, balance.dueDate),
  }
}

/**
 * The balance with the bill of its due date, of `amount`. Credits settle it immediately. A due date
 * that was billed before, and returned because its payment was, only moves on.
 */
export function afterBill(balance: Balance, amount: number): Balance {
  const { dueDate, billedUntil } = balance
  if (dueDate === null || balance.amountDue > 0 || balance.pastDueAmount > 0) return balance
  if (billedUntil !== null && dueDate <= billedUntil) {
    return { ...balance, ...nextDueDate(balance, billedUntil) }
  }
  const billed = { ...balance, amountDue: amount, billedUntil: dueDate }
  return owed(billed) > 0 ? billed : afterPayment(billed, 0, dueDate)
}

function owed({ amountDue, pastDueAmount, adjustment, billingCredit }: Balance): number {
  return amountDue + pastDueAmount - adjustment - billingCredit
}

/** The first due date after the settled one that is also in the future. */
function nextDueDate(
  { dueDate, billingDay, frequencyCode }: Balance,
  paidOn: string,
): Pick<Balance, "dueDate" | "billingDay"> {
  const months = monthsOf[frequencyCode]
  if (dueDate === null || months === undefined) return { dueDate: null, billingDay }
  const settled = Temporal.PlainDate.from(dueDate)
  const day = billingDay ?? settled.day
  let next = settled
  do {
    next = next.with({ day: 1 }).add({ months }).with({ day }, { overflow: "constrain" })
  } while (Temporal.PlainDate.compare(next, paidOn) <= 0)
  return { dueDate: next.toString(), billingDay: day }
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
