import type { Database } from "#database/open.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { isConfirmed as isConfirmedState } from "#services/payments/processing/state-machine.ts"
import { payerDue } from "#testing/payers.ts"
import { findOurPayments, findOwed, findPosted } from "./compare.store.ts"
import type { Intention } from "./payer.ts"
import { client } from "./world.ts"

/**
 * Compares our payments with the gateway's charges, the account system's payments and the answers
 * that payers received. Returns one line for each difference.
 */
export async function comparePayments(
  database: Database,
  ledgerFile: string,
  intentions: readonly Intention[],
): Promise<{ wrong: string[]; accepted: number; declined: number; refused: number }> {
  const wrong: string[] = []
  const check = (isRight: boolean, line: string) => {
    if (!isRight) wrong.push(line)
  }
  const ledger = openLedger(ledgerFile)
  const taken = new Map(
    ledger
      .charges()
      .filter(({ status }) => status !== "declined")
      .map((charge) => [charge.key, charge]),
  )
  ledger.close()
  const ours = await findOurPayments(database)
  const posted = new Map((await findPosted(database)).map(({ id, cents }) => [id, cents]))
  const owed = new Map(
    (await findOwed(database, client)).map((row) => [row.policyNumber, row.cents]),
  )

  const byKey = new Map(ours.map((payment) => [payment.key, payment]))
  check(byKey.size === ours.length, "a key has made two payments")
  let accepted = 0
  for (const { id, status, cents, isPosted, confirmationNumber } of ours) {
    const isConfirmed = isConfirmedState(status)
    if (isConfirmed) accepted += 1
    const charge = taken.get(id)
    check(isConfirmed || status === "declined", `${id} is still ${status}`)
    check(
      (charge !== undefined) === isConfirmed,
      `${id} is ${status}, charged: ${charge !== undefined}`,
    )
    check(!isConfirmed || charge?.amount === cents, `${id} was charged another amount`)
    check(posted.has(id) === isConfirmed, `${id} is ${status}, posted: ${posted.has(id)}`)
    check(!isConfirmed || posted.get(id) === cents, `${id} was posted with another amount`)
    check(isPosted === isConfirmed, `${id} is ${status}, marked as posted: ${isPosted}`)
    check(
      (confirmationNumber !== null) === isConfirmed,
      `${id} is ${status}: ${confirmationNumber}`,
    )
  }
  for (const id of taken.keys())
    check(
      ours.some((one) => one.id === id),
      `${id} was charged unknown to us`,
    )

  const paidPolicies = new Map<string, number>()
  for (const intention of intentions) {
    const { key, told, confirmationNumber, policyNumber } = intention
    const payment = byKey.get(key)
    const isConfirmed = payment !== undefined && isConfirmedState(payment.status)
    if (isConfirmed) paidPolicies.set(policyNumber, (paidPolicies.get(policyNumber) ?? 0) + 1)
    if (told === "accepted") {
      check(isConfirmed, `${key} was told accepted and is ${payment?.status}`)
      check(payment?.confirmationNumber === confirmationNumber, `${key} has another number`)
    } else if (told === "refused") {
      check(payment === undefined, `${key} was refused and is ${payment?.status}`)
    } else {
      check(
        told === "declined" && !isConfirmed,
        `${key} was told ${told} and is ${payment?.status}`,
      )
    }
  }
  for (const [policyNumber, cents] of owed) {
    if (!intentions.some((one) => one.policyNumber === policyNumber)) continue
    const times = paidPolicies.get(policyNumber) ?? 0
    check(times <= 1, `${policyNumber} was paid ${times} times`)
    check(cents === (times === 0 ? payerDue : 0), `${policyNumber} owes ${cents}`)
  }
  const refused = intentions.filter(({ told }) => told === "refused").length
  return { wrong, accepted, declined: ours.length - accepted, refused }
}
