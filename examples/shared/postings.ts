import type { Posting } from "#ports/policy-admin/port.ts"
import type { Fact } from "./book.ts"

/** All postings, with the amounts that were taken. Includes payments for unknown products. */
export function postingsOf(facts: readonly Fact[]): Posting[] {
  const failed = new Set(facts.flatMap((one) => (one.kind === "refundFailure" ? [one.id] : [])))
  const isLot = ({ kind }: Fact) => ["payment", "credit", "writeOff"].includes(kind)
  /** Cents of each payment, credit and write-off that are not taken back yet. */
  const left = new Map(facts.filter(isLot).map(({ lot, amount }) => [lot, amount]))
  return facts.flatMap((fact): Posting[] => {
    const { kind, id, lot, on } = fact
    const remaining = left.get(lot) ?? 0
    if (isLot(fact)) return [{ kind: kind as Posting["kind"], id, amount: fact.amount, on }]
    const isPart = kind === "refund" || kind === "refundFailure"
    const amount = isPart ? Math.min(fact.amount, remaining) : remaining
    if (kind === "refundFailure") return [{ kind: "refund", id, amount: -amount, on }]
    if (!failed.has(id)) left.set(lot, remaining - amount)
    return amount > 0 ? [{ kind, id, amount, on }] : []
  })
}
