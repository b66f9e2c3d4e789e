import type { Queries } from "#database/sql.ts"
import type { LedgerEntry, OpenBill, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { findAcceptedPayments, savePaidBills } from "./payable.store.ts"
import {
  movedPayments,
  type PaidBill,
  type PayableBill,
  paidBills,
  payableBills,
} from "./payable.ts"

interface Product {
  client: string
  accountNumber: string
  policyNumber: string
}

/** The bills of a product, as the account system shows them. */
export interface ShownBills {
  /** The open ones, oldest first. */
  bills: readonly OpenBill[]
  entries: readonly LedgerEntry[]
}

/** Errors: `AccountSystemAway`. */
export async function readShownBills(
  policyAdmin: Pick<PolicyAdmin, "openBills" | "entries">,
  { client, accountNumber, policyNumber }: Product,
): Promise<ShownBills> {
  const [bills, entries] = await Promise.all([
    policyAdmin.openBills(client, accountNumber, policyNumber),
    policyAdmin.entries(client, accountNumber, policyNumber),
  ])
  return { bills, entries }
}

/**
 * The bills that a payment of `amount` cents pays, and those of them that our earlier payments have
 * paid (`paidBefore`). With `numbers`, it pays these bills; otherwise the oldest ones. `shown` was read
 * before. Call it with the product locked: then no other payment is recorded meanwhile.
 */
export async function planPayment(
  tx: Queries,
  { client, policyNumber }: Pick<Product, "client" | "policyNumber">,
  { bills, entries }: ShownBills,
  { amount, numbers }: { amount: number; numbers: readonly number[] | undefined },
): Promise<{ pays: PaidBill[]; paidBefore: PayableBill[] }> {
  const recorded = await findAcceptedPayments(tx, client, policyNumber)
  const moved = movedPayments(bills, entries, recorded)
  if (moved.length > 0) await savePaidBills(tx, client, moved)
  const accepted = recorded.map((one) => ({ ...one, ...moved.find(({ id }) => id === one.id) }))
  const payable = payableBills(bills, entries, accepted)
  const own = numbers ? payable.filter(({ bill }) => numbers.includes(bill.number)) : payable
  return paidBills(own, amount)
}
