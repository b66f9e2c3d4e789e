import type { Queries } from "#database/sql.ts"
import type { PaymentToApply } from "../port.ts"
import { afterPayment, afterReturn } from "./balance.ts"
import { insertPayment, lockBalance, markReturned, writeBalance } from "./posting.store.ts"

/** Posts a payment to its policy; the second time it changes nothing. */
export async function applyPayment(tx: Queries, payment: PaymentToApply): Promise<void> {
  const { client, policyNumber, amount, paidOn } = payment
  // First, so that payments of one policy are posted one after the other.
  const balance = await lockBalance(tx, client, policyNumber)
  if (!(await insertPayment(tx, payment, balance?.dueDate ?? null))) return
  if (!balance) return
  const after = afterPayment(balance, amount, paidOn)
  await writeBalance(tx, client, policyNumber, after, amount)
}

/** Takes a payment back; the second time it changes nothing. */
export async function returnPayment(
  tx: Queries,
  client: string,
  paymentId: string,
  returnedOn: string,
): Promise<void> {
  const payment = await markReturned(tx, client, paymentId, returnedOn)
  if (!payment) return
  const { policyNumber, amount, dueDate } = payment
  const balance = await lockBalance(tx, client, policyNumber)
  if (!balance) return
  const after = afterReturn(balance, amount, dueDate)
  await writeBalance(tx, client, policyNumber, after, -amount)
}
