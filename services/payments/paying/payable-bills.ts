import type { Queries } from "#database/sql.ts"
import type {
  Billing,
  LedgerEntry,
  NextCharge,
  OpenBill,
  PolicyAdmin,
} from "#ports/policy-admin/port.ts"
import { lessPaid } from "#services/products/due-status.ts"
import { findAcceptedPayments, findStoredPayments, savePaidBills } from "./payable.store.ts"
import {
  heldBills,
  isPaidBefore,
  movedPayments,
  type PaidBill,
  type PayableBill,
  paidBills,
  payableBills,
  unpaidBills,
} from "./payable.ts"

interface Product {
  client: string
  accountNumber: string
  policyNumber: string
}

/** The bills of a product, as the account system shows them. */
export interface ShownBills {
  /** Open bills, oldest first. */
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
 * Splits these bills of a product into bills that auto pay can charge (`unpaid`), bills that our
 * earlier payments have paid, wholly or in part, and bills whose money is with us (`held`, see
 * `heldBills`). Errors: `AccountSystemAway`.
 */
export async function partedBills(
  {
    database,
    policyAdmin,
  }: { database: Queries; policyAdmin: Parameters<typeof readShownBills>[0] },
  product: Product,
  numbers: readonly number[],
): Promise<{ unpaid: OpenBill[]; paidBefore: PayableBill[]; held: OpenBill[] }> {
  const { client, policyNumber } = product
  const { bills, entries } = await readShownBills(policyAdmin, product)
  const accepted = await findAcceptedPayments(database, client, policyNumber)
  const kept = await findStoredPayments(database, client, policyNumber)
  const all = heldBills(bills, entries, kept)
  const asked = payableBills(bills, entries, accepted).filter(({ bill }) =>
    numbers.includes(bill.number),
  )
  const isLeft = (one: PayableBill) => !isPaidBefore(one) && !all.includes(one.bill)
  return {
    unpaid: asked.filter(isLeft).map(({ bill }) => bill),
    paidBefore: asked.filter(isPaidBefore),
    held: all.filter(({ number }) => numbers.includes(number)),
  }
}

/** Payable cents of the open bills of a product, by due date. Errors: `AccountSystemAway`. */
export async function payableByDueDate(
  { database, policyAdmin }: Parameters<typeof partedBills>[0],
  product: Product,
): Promise<ReadonlyMap<string, number>> {
  const { bills, entries } = await readShownBills(policyAdmin, product)
  const accepted = await findAcceptedPayments(database, product.client, product.policyNumber)
  return byDueDate(payableBills(bills, entries, accepted))
}

/** Payable cents of these bills of a product. Errors: `AccountSystemAway`. */
export async function payableBillsOf(
  { database, policyAdmin }: Parameters<typeof partedBills>[0],
  product: Product,
  numbers: readonly number[],
): Promise<number> {
  const { bills, entries } = await readShownBills(policyAdmin, product)
  const accepted = await findAcceptedPayments(database, product.client, product.policyNumber)
  const payable = payableBills(bills, entries, accepted)
  const asked = payable.filter(({ bill }) => numbers.includes(bill.number))
  return asked.reduce((sum, one) => sum + one.payable, 0)
}

function byDueDate(bills: readonly PayableBill[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { bill, payable } of bills) {
    sums.set(bill.dueDate, (sums.get(bill.dueDate) ?? 0) + payable)
  }
  return sums
}

/**
 * An auto pay charge without the bills that our earlier payments have paid or whose money is with
 * us; undefined if no other bill is left. Errors: `AccountSystemAway`.
 */
export async function unpaidCharge(
  deps: Parameters<typeof partedBills>[0],
  product: Product,
  charge: NextCharge,
): Promise<NextCharge | undefined> {
  const { unpaid, paidBefore, held } = await partedBills(deps, product, charge.billNumbers)
  const paid = [...new Set([...paidBefore.map(({ bill }) => bill), ...held])]
  return paid.length === 0 ? charge : chargeWithout(charge, { paid, unpaid })
}

/** A charge without its paid or held bills; undefined if nothing is left of it. */
export function chargeWithout(
  charge: NextCharge,
  { paid, unpaid }: { paid: readonly OpenBill[]; unpaid: readonly OpenBill[] },
): NextCharge | undefined {
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

/** The billing without the parts of these bills that our accepted payments have paid. */
export async function lessRecorded(
  queries: Queries,
  { client, policyNumber }: Pick<Product, "client" | "policyNumber">,
  billing: Billing,
  { bills, entries }: ShownBills,
): Promise<Billing> {
  const accepted = await findAcceptedPayments(queries, client, policyNumber)
  return lessPaid(billing, byDueDate(payableBills(bills, entries, accepted)))
}

/**
 * The bills that a payment of `amount` cents pays, and the bills among them that our earlier
 * payments have paid (`paidBefore`). `isHeld`: it is an auto pay charge for bills whose money is
 * with us. With `numbers`, it pays these bills; otherwise the oldest ones. With `leavesPaid`, the
 * amount is for what our earlier payments leave of them. `shown` was read before. Call it with the
 * product locked, so that no other payment is recorded in the meantime.
 */
export async function planPayment(
  tx: Queries,
  { client, policyNumber }: Pick<Product, "client" | "policyNumber">,
  { bills, entries }: ShownBills,
  {
    amount,
    numbers,
    leavesPaid,
  }: { amount: number; numbers: readonly number[] | undefined; leavesPaid: boolean },
): Promise<{ pays: PaidBill[]; paidBefore: PayableBill[]; isHeld: boolean }> {
  const recorded = await findAcceptedPayments(tx, client, policyNumber)
  const moved = movedPayments(bills, entries, recorded)
  if (moved.length > 0) await savePaidBills(tx, client, moved)
  const accepted = recorded.map((one) => ({ ...one, ...moved.find(({ id }) => id === one.id) }))
  const payable = payableBills(bills, entries, accepted)
  const own = numbers ? payable.filter(({ bill }) => numbers.includes(bill.number)) : payable
  const kept = numbers ? await findStoredPayments(tx, client, policyNumber) : []
  const isHeld = heldBills(bills, entries, kept).some(({ number }) => numbers?.includes(number))
  return { ...(leavesPaid ? unpaidBills(own, amount) : paidBills(own, amount)), isHeld }
}
