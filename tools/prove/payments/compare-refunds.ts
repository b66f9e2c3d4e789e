import type { Database } from "#database/open.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { findOurRefunds, findPostedRefunds } from "../compare.store.ts"
import type { WantedRefund } from "./refunder.ts"

/**
 * Compares the refunds that staff asked for with our rows, those of the gateway and those of the
 * account system. Returns one line for each difference.
 */
export async function compareRefunds(
  database: Database,
  ledgerFile: string,
  wanted: readonly WantedRefund[],
): Promise<{ wrong: string[]; refundsByStaff: number; refusedRefunds: number }> {
  const wrong: string[] = []
  const check = (isRight: boolean, line: string) => {
    if (!isRight) wrong.push(line)
  }
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
    check(status === "succeeded" || status === "failed", `the refund ${id} is still ${status}`)
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
