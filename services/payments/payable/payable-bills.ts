import type { Queries } from "#database/sql.ts"
import type { LedgerEntry, NextCharge, OpenBill, PolicyAdmin } from "#ports/policy-admin/port.ts"
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
 * These bills of a product that can be paid (`unpaid`), and those that our earlier payments have paid,
 * wholly or in part. Errors: `AccountSystemAway`.
 */
export async function partedBills(
  {
    database,
    policyAdmin,
  }: { database: Queries; policyAdmin: Parameters<typeof readShownBills>[0] },
  product: Product,
  numbers: readonly number[],
): Promise<{ unpaid: OpenBill[]; paidBefore: PayableBill[] }> {
  const { bills, entries } = await readShownBills(policyAdmin, product)
  const accepted = await findAcceptedPayments(database, product.client, product.policyNumber)
  const asked = payableBills(bills, entries, accepted).filter(({ bill }) =>
    numbers.includes(bill.number),
  )
  const isPaidBefore = ({ bill, payable }: PayableBill) => payable < bill.owed
  return {
    unpaid: asked.filter((one) => !isPaidBefore(one)).map(({ bill }) => bill),
    paidBefore: asked.filter(isPaidBefore),
  }
}

/**
 * A charge of auto pay without the bills that our earlier payments have paid; undefined when no other
 * bill is left. Errors: `AccountSystemAway`.
 */
export async function unpaidCharge(
  deps: Parameters<typeof partedBills>[0],
  product: Product,
  charge: NextCharge,
): Promise<NextCharge | undefined> {
  const { unpaid, paidBefore } = await partedBills(deps, product, charge.billNumbers)
  if (paidBefore.length === 0) return charge
  const paid = paidBefore.map(({ bill }) => bill)
  const sumOf = (part: "owed" | "premium" | "fee" | "adjustment") =>
    paid.reduce((sum, bill) => sum + bill[part], 0)
  const amount = charge.amount - sumOf("owed")
  if (amount <= 0) return undefined
  const premium = charge.premium - sumOf("premium")
  const fee = charge.fee - sumOf("fee")
  const adjustment = charge.adjustment - sumOf("adjustment")
  const credit = premium + fee + adjustment - amount
  const isLeftOut = (dueDate: string) =>
    paid.some((bill) => bill.dueDate === dueDate) &&
    !unpaid.some((bill) => bill.dueDate === dueDate)
  return {
    ...charge,
    ...{ amount, premium, fee, adjustment, credit },
    alreadyPaid: Math.min(charge.alreadyPaid, credit),
    billNumbers: charge.billNumbers.filter((one) => !paid.some(({ number }) => number === one)),
    dueDates: charge.dueDates.filter((dueDate) => !isLeftOut(dueDate)),
  }
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
