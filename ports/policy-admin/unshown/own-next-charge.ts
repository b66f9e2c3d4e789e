import type { ChargeQuestion, ComingBill, NextCharge, OpenBill } from "../port.ts"
import { owedSumOf } from "./own-bills.ts"

/** Cents of a bill, issued or not. */
type Part = Pick<OpenBill, "dueDate" | "owed" | "premium" | "fee" | "adjustment"> & {
  /** Undefined for a bill that is not issued. */
  number?: number
}

/**
 * The next charge of these bills, as `PolicyAdmin.nextCharge` returns it. `coming` contains the
 * open bills again and those that are not issued yet, oldest first. Auto pay leaves out the bills
 * with a due date in `skipped`.
 */
export function ownNextChargeOf(
  openBills: readonly OpenBill[],
  coming: readonly ComingBill[],
  { isOnAutoPay, skipped }: { isOnAutoPay: boolean; skipped: readonly string[] },
  { today, minimum = 1, dueDates }: ChargeQuestion,
): NextCharge | undefined {
  const isSkipped = ({ dueDate }: Part) =>
    skipped.includes(dueDate) || coming.some((bill) => bill.dueDate === dueDate && bill.isSkipped)
  const isMeant = ({ dueDate }: Part) => dueDates?.includes(dueDate) ?? true
  const all: Part[] = [...openBills, ...coming.filter(({ isIssued }) => !isIssued).map(estimated)]
  const meant = all.some(isMeant) ? all.filter(isMeant) : all
  const bills = isOnAutoPay ? meant.filter((bill) => !isSkipped(bill)) : meant
  for (const { dueDate } of bills) {
    const date = isOnAutoPay && dueDate < today ? today : dueDate
    const charged = bills.filter((bill) => bill.dueDate <= date)
    const amount = owedSumOf(charged, "owed")
    if (amount < minimum) continue
    const [premium, fee] = [owedSumOf(charged, "premium"), owedSumOf(charged, "fee")]
    const adjustment = owedSumOf(charged, "adjustment")
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
