import type { NextCharge, OpenBill, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { PaymentSettings } from "./next-charge.ts"

/** The rest of the debt after a change of auto pay or frequency, besides the next charge. */
export interface AfterChange {
  /** The open bills that the next charge, or the next bill without auto pay, does not contain. */
  others: (OpenBill & { isCharged: boolean })[]
  /** A credit covers all known bills, so no next charge is known. */
  isCovered: boolean
}

interface Chosen {
  today: Temporal.PlainDate
  chosen: PaymentSettings
  /** The next charge after the change. */
  next: NextCharge | undefined
}

/** Reads the bills as they would be after a change to `chosen`. Errors: `AccountSystemAway`. */
export async function afterChange(
  { policyAdmin }: Pick<Deps, "policyAdmin">,
  { client, accountNumber }: { client: string; accountNumber: string },
  { policyNumber, billing }: Policy,
  { today, chosen, next }: Chosen,
): Promise<AfterChange> {
  const product = [client, accountNumber, policyNumber] as const
  const bills = await policyAdmin.openBills(...product, { today: today.toString(), chosen })
  const isOnAutoPay = chosen.paymentMethodRecordId !== null
  const others = bills
    .filter(({ dueDate }) => !next?.dueDates.includes(dueDate))
    .map((bill) => ({
      ...bill,
      isCharged: isOnAutoPay && !billing.skippedDueDates.includes(bill.dueDate),
    }))
  if (next) return { others, isCovered: false }
  const entries = await policyAdmin.entries(...product)
  const unapplied = entries.filter(({ billNumber }) => billNumber === null)
  return { others, isCovered: unapplied.reduce((sum, { amount }) => sum + amount, 0) > 0 }
}
