import type { Database } from "#database/open.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { createFindings } from "../part.ts"
import {
  findOurCorrections,
  findOurRefunds,
  findPostedCorrections,
  findPostedRefunds,
} from "./compare.store.ts"
import type { WantedCorrection, WantedRefund } from "./staff.ts"

/**
 * Compares the refunds that staff requested with our rows, those of the gateway and those of the
 * account system. Returns one line for each difference.
 */
export async function compareRefunds(
  database: Database,
  ledgerFile: string,
  wanted: readonly WantedRefund[],
): Promise<{ wrong: string[]; refundsByStaff: number; refusedRefunds: number }> {
  const { wrong, check } = createFindings()
  const ours = await findOurRefunds(database)
  const posted = new Map((await findPostedRefunds(database)).map((row) => [row.id, row]))
  const byKey = new Map(ours.map((refund) => [refund.key, refund]))
  for (const { key, amount, reopens, told } of wanted) {
    const refund = byKey.get(key)
    if (told === "made") check(refund !== undefined, `the refund ${key} is lost`)
    if (told === "refused") check(refund === undefined, `the refund ${key} was told refused`)
    const isSame = !refund || (refund.cents === amount && refund.reopens === reopens)
    check(isSame, `the refund ${key} differs from what was asked for`)
  }

  const ledger = openLedger(ledgerFile)
  for (const refund of ours) {
    const { id, paymentId, status, cents, reopens } = refund
    // Refunds of one account and day that together exceed the client's limit wait for a second
    // person.
    const isEnded = status === "succeeded" || status === "failed" || status === "waiting"
    check(isEnded, `the refund ${id} is still ${status}`)
    const entry = posted.get(id)
    const isPosted = entry?.cents === cents && entry.reopens === reopens
    const isRight = status === "succeeded" ? isPosted : entry === undefined
    check(isRight, `the refund ${id} is ${status}, posted: ${JSON.stringify(entry)}`)
    if (refund.key === null) continue
    const atGateway = ledger
      .refundsOf(paymentId, Number.MAX_SAFE_INTEGER)
      .filter(({ key }) => key === id)
    const sums = atGateway.map(({ amount }) => amount)
    const expected = status === "succeeded" ? [cents] : []
    check(String(sums) === String(expected), `the refund ${id} is ${status}, made: ${sums}`)
  }
  ledger.close()
  const isOurs = new Set(ours.map(({ id }) => id))
  for (const id of posted.keys()) check(isOurs.has(id), `the refund ${id} was posted unknown to us`)
  const made = wanted.filter(({ told }) => told === "made").length
  const refused = wanted.filter(({ told }) => told === "refused").length
  return { wrong, refundsByStaff: made, refusedRefunds: refused }
}

/**
 * Compares the credits, write-offs and reversals that staff requested with our rows and with the
 * entries of the account system. Returns one line for each difference, and by plan number the cents
 * by which a product owes less.
 */
export async function compareCorrections(
  database: Database,
  wanted: readonly WantedCorrection[],
): Promise<{
  wrong: string[]
  lowered: Map<string, number>
  corrections: number
  reversals: number
}> {
  const { wrong, check } = createFindings()
  const ours = await findOurCorrections(database)
  const byKey = new Map(ours.map((correction) => [correction.key, correction]))
  for (const { key, kind, told } of wanted) {
    const correction = byKey.get(key)
    if (told === "made") check(correction?.kind === kind, `the ${kind} ${key} is lost`)
    if (told === "refused") check(!correction, `the ${kind} ${key} was told refused`)
  }
  check(ours.length === byKey.size, "a key has made two corrections")

  const posted = new Map((await findPostedCorrections(database)).map((row) => [row.id, row.cents]))
  const lowered = new Map<string, number>()
  for (const { id, kind, status, cents, policyNumber } of ours) {
    const isEnded = status === "posted" || status === "void"
    check(isEnded, `the ${kind} ${id} is still ${status}`)
    const inBooks = posted.get(id) ?? 0
    check(inBooks === cents, `the ${kind} ${id} is ${status} with ${cents}, posted: ${inBooks}`)
    const sign = kind === "reversal" ? -1 : 1
    lowered.set(policyNumber, (lowered.get(policyNumber) ?? 0) + sign * cents)
  }
  const isOurs = new Set(ours.map(({ id }) => id))
  for (const id of posted.keys()) check(isOurs.has(id), `${id} was posted unknown to us`)
  const reversals = ours.filter(({ kind }) => kind === "reversal").length
  return { wrong, lowered, corrections: ours.length - reversals, reversals }
}
