import assert from "node:assert/strict"
import { openBills } from "./balance.ts"
import { ledgerProperties } from "./ledger-properties-fixture.ts"
import type { Book, Fact } from "./types.ts"

/**
 * Checks a refund of `day`: one with a credit makes no bill due; one that reopens bills makes at
 * most its amount due, and leaves no money of the payment on a newer bill. The independent
 * calculation covers late reports, returned payments and failed refunds.
 */
export function checkRefund(before: Book, after: Book, fact: Fact, day: string): void {
  if (!("paymentId" in fact) || fact.kind !== "refund" || fact.on !== day || before === after)
    return
  const { paymentId, amount, reopens } = fact
  const isPosted = before.entries.some(({ cause }) => cause === paymentId)
  const isFailed = before.reversals.some(
    (one) => one.kind === "refundFailure" && one.id === fact.id,
  )
  const isReturned = before.reversals.some(({ kind, id }) => kind === "return" && id === paymentId)
  if (!isPosted || isReturned || isFailed) return
  const owed = new Map(openBills(before).map((one) => [one.bill.number, one.owed]))
  const raised = openBills(after)
    .map((one) => ({ number: one.bill.number, by: one.owed - (owed.get(one.bill.number) ?? 0) }))
    .filter(({ by }) => by > 0)
  const raisedBy = raised.reduce((sum, { by }) => sum + by, 0)
  assert.ok(raisedBy <= (reopens ? amount : 0), ledgerProperties.refunds)
  const oldest = Math.min(...raised.map(({ number }) => number))
  const ofPayment = new Set(
    after.reversals.filter((one) => one.paymentId === paymentId).map(({ id }) => id),
  ).add(paymentId)
  const left = after.entries
    .filter(
      ({ lot, billNumber }) => ofPayment.has(lot) && billNumber !== null && billNumber > oldest,
    )
    .reduce((sum, entry) => sum + entry.amount, 0)
  assert.equal(left, 0, ledgerProperties.refunds)
}
