import { randomUUID } from "node:crypto"
import type { PaymentToApply } from "#ports/policy-admin/port.ts"
import type { Trial } from "./check.ts"
import { keyOf, onBill, type ProductWithBill } from "./people.ts"

export const payAndReturn = onBill("posts a payment of at most 1.00 and returns it")

/** Posts a payment for the product; it is returned when the check ends. */
export function paymentFor(trial: Trial, product: ProductWithBill, cents = 100): PaymentToApply {
  const { client, accountNumber, policyNumber, bill } = product
  const paymentId = randomUUID()
  trial.undo(() => trial.policyAdmin.returnPayment(client, paymentId, trial.today))
  const amount = Math.min(cents, bill.owed)
  return { client, accountNumber, policyNumber, paymentId, amount, paidOn: trial.today }
}

export const sumOf = (amounts: { amount: number }[]) =>
  amounts.reduce((all, { amount }) => all + amount, 0)

/** Cents of this payment, settled or unused, according to the entries. */
export async function postedFor(trial: Trial, product: ProductWithBill, paymentId: string) {
  const entries = await trial.policyAdmin.entries(...keyOf(product))
  return sumOf(entries.filter(({ lot }) => lot === paymentId))
}

/** Today's postings of this payment. */
export async function postingsOf(trial: Trial, client: string, paymentId: string) {
  const all = await trial.policyAdmin.postings(client, trial.today, trial.today)
  return all.filter(({ id }) => id === paymentId)
}
