import type { Queries } from "#database/sql.ts"
import type { PaymentToApply } from "../port.ts"
import {
  findReversals,
  insertNamedBills,
  insertReversal,
  lockBook,
  lockPayment,
  writeBook,
} from "./books.store.ts"
import { addEarlierPayment, post } from "./ledger/book.ts"
import type { Reversal } from "./ledger/types.ts"
import { findPosted, insertPayment } from "./posting.store.ts"

/** Posts a payment to its policy; the second time it changes nothing. */
export async function applyPayment(tx: Queries, payment: PaymentToApply): Promise<void> {
  const { client, paymentId, amount, paidOn, billNumbers } = payment
  await lockPayment(tx, client, paymentId)
  if (!(await insertPayment(tx, payment))) return
  const stored = await lockBook(tx, payment)
  if (!stored) return
  const early = await findReversals(tx, client, paymentId)
  const book = { ...stored.book, reversals: [...stored.book.reversals, ...early] }
  if (billNumbers) await insertNamedBills(tx, payment, stored, paymentId, billNumbers)
  const lot = { kind: "payment", id: paymentId, amount, on: paidOn } as const
  const after = post(book, { ...lot, ...(billNumbers && { billNumbers }) })
  await writeBook(tx, payment, stored, after)
}

/** Takes money of a payment back; the second time it changes nothing. */
export async function reversePayment(
  tx: Queries,
  client: string,
  reversal: Reversal,
): Promise<void> {
  const { paymentId } = reversal
  await lockPayment(tx, client, paymentId)
  if (!(await insertReversal(tx, client, reversal))) return
  const payment = await findPosted(tx, client, paymentId)
  if (!payment) return
  const product = { client, policyNumber: payment.policyNumber }
  const stored = await lockBook(tx, product)
  if (!stored) return
  // The reversal is in the store, but not yet in the book.
  const reversals = stored.book.reversals.filter((one) => one.id !== reversal.id)
  const { amount, paidOn } = payment
  const lot = { kind: "payment", id: paymentId, amount, on: paidOn } as const
  const book = addEarlierPayment({ ...stored.book, reversals }, lot, stored.terms.billedFrom)
  await writeBook(tx, product, stored, post(book, reversal))
}
