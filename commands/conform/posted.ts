import { randomUUID } from "node:crypto"
import type { PaymentToApply } from "#ports/policy-admin/port.ts"
import type { Trial } from "./check.ts"
import { keyOf, onBill, type ProductWithBill } from "./people.ts"

export const payAndReturn = onBill("posts a payment of at most 1.00 and returns it")

/** A payment for the product; it is returned when the check ends. */
export function paymentFor(trial: Trial, product: ProductWithBill, cents = 100): PaymentToApply {
  const { client, accountNumber, policyNumber, bill } = product
  const paymentId = randomUUID()
  trial.undo(() => trial.policyAdmin.returnPayment(client, paymentId, trial.today))
  const amount = Math.min(cents, bill.owed)
  return { client, accountNumber, policyNumber, paymentId, amount, paidOn: trial.today }
}

export const sumOf = (amounts: { amount: number }[]) =>
  amounts.reduce((all, { amount }) => all + amount, 0)

/** Cents that the entries say this payment settled or left unused. */
export async function postedFor(trial: Trial, product: ProductWithBill, paymentId: string) {
  const entries = await trial.policyAdmin.entries(...keyOf(product))
  return sumOf(entries.filter(({ lot }) => lot === paymentId))
}

/** The postings of this payment today. */
export async function postingsOf(trial: Trial, client: string, paymentId: string) {
  const all = await trial.policyAdmin.postings(client, trial.today, trial.today)
  return all.filter(({ id }) => id === paymentId)
}
