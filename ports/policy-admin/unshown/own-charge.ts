import type { ChargeQuestion, ComingBill, NextCharge, OpenBill } from "../port.ts"

/** Cents of a bill, issued or not. */
type Part = Pick<OpenBill, "dueDate" | "owed" | "premium" | "fee" | "adjustment"> & {
  /** Undefined for a bill that is not issued. */
  number?: number
}

/**
 * The next charge of auto pay of these bills, as `PolicyAdmin.nextCharge` gives it, without the bills that are
 * due on `skipped`. `coming` has the open bills again, and those that are not issued yet, oldest first.
 */
export function chargeWithoutSkipped(
  openBills: readonly OpenBill[],
  coming: readonly ComingBill[],
  skipped: readonly string[],
  { today, minimum = 1, dueDates }: ChargeQuestion,
): NextCharge | undefined {
  const later = coming.filter(({ isIssued }) => !isIssued).map(estimated)
  const isKept = ({ dueDate }: { dueDate: string }) =>
    !skipped.includes(dueDate) && !coming.some((bill) => bill.dueDate === dueDate && bill.isSkipped)
  const isMeant = ({ dueDate }: Part) => dueDates?.includes(dueDate) ?? true
  const all: Part[] = [...openBills, ...later]
  const meant = all.some(isMeant) ? all.filter(isMeant) : all
  const bills = meant.filter(isKept)
  for (const { dueDate } of bills) {
    const date = dueDate < today ? today : dueDate
    const charged = bills.filter((bill) => bill.dueDate <= date)
    const [amount, premium, fee, adjustment] = (
      ["owed", "premium", "fee", "adjustment"] as const
    ).map((part) => charged.reduce((sum, bill) => sum + bill[part], 0)) as [
      number,
      number,
      number,
      number,
    ]
    if (amount < minimum) continue
    return {
      date,
      dueDates: charged.map((bill) => bill.dueDate),
      billNumbers: charged.flatMap(({ number }) => number ?? []),
      ...{ amount, premium, fee, adjustment, credit: premium + fee + adjustment - amount },
      alreadyPaid: 0,
    }
  }
  return undefined
}

function estimated({ dueDate, owed }: ComingBill): Part {
  return { dueDate, owed, premium: owed, fee: 0, adjustment: 0 }
}
