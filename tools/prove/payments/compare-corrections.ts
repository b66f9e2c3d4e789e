import type { Database } from "#database/open.ts"
import { findOurCorrections, findPostedCorrections } from "../compare.store.ts"
import type { WantedCorrection } from "./corrector.ts"

/**
 * Compares the credits, write-offs and reversals that staff asked for with our rows and with the
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
  const wrong: string[] = []
  const check = (isRight: boolean, line: string) => {
    if (!isRight) wrong.push(line)
  }
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
