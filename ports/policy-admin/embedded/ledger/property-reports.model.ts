import type { Random } from "#testing/random.ts"
import { coin } from "./ledger.model.ts"
import type { Fact, Lot, Reversal } from "./types.ts"

/**
 * The reports of a history about money: payments, returns, refunds (also failed ones), credits,
 * write-offs and reversals. Each function takes the day of the event, YYYY-MM-DD.
 */
export function createReports(random: Random, count: (what: string) => void) {
  const facts: Fact[] = []
  const onTheirWay: { on: string; fact: Fact }[] = []

  /** Most reports arrive on the same day, some days later. */
  function send(day: string, fact: Fact) {
    facts.push(fact)
    const days = random.below(3) === 0 ? random.below(40) : 0
    onTheirWay.push({ on: Temporal.PlainDate.from(day).add({ days }).toString(), fact })
  }

  /** A payment that was not returned. */
  function anyPayment(): Lot | undefined {
    const returned = new Set(facts.filter(({ kind }) => kind === "return").map(({ id }) => id))
    const payments = facts.filter(({ kind, id }) => kind === "payment" && !returned.has(id))
    return payments.length === 0 ? undefined : (random.pick(payments) as Lot)
  }

  return {
    /** Every report, in the order of sending. */
    facts: facts as readonly Fact[],
    /** The reports that arrive by this day. Returns each of them once. */
    arriving(day: string): Fact[] {
      const all = onTheirWay.splice(0)
      onTheirWay.push(...all.filter(({ on }) => on > day))
      return all.filter(({ on }) => on <= day).map(({ fact }) => fact)
    },
    pay(
      on: string,
      {
        what,
        amount,
        billNumbers,
      }: { what: string; amount: number; billNumbers?: number[] | undefined },
    ) {
      count(what)
      const named = billNumbers && { billNumbers }
      if (amount > 0) send(on, { kind: "payment", id: `p${facts.length}`, amount, on, ...named })
    },
    credit(on: string) {
      count("credit")
      send(on, { kind: "credit", id: `c${facts.length}`, amount: coin * 2, on })
    },
    /** Writes off the whole debt of a bill; `owed` counts coins. */
    writeOff(on: string, { number: billNumber, owed }: { number: number; owed: number }) {
      count("write-off")
      send(on, { kind: "writeOff", id: `w${facts.length}`, amount: owed * coin, on, billNumber })
    },
    returnPayment(on: string) {
      const payment = anyPayment()
      if (!payment) return
      count("return")
      const { id, amount } = payment
      send(on, { kind: "return", id, paymentId: id, amount, on, reopens: true })
    },
    refund(on: string) {
      const payment = anyPayment()
      if (!payment) return
      count("refund")
      const amount = coin * (1 + random.below(payment.amount / coin))
      const reopens = random.below(2) === 0
      const id = `r${facts.length}`
      send(on, { kind: "refund", id, paymentId: payment.id, amount, on, reopens })
    },
    /** Reports that a refund did not reach the person. */
    failRefund(on: string) {
      const isFailed = ({ id }: Fact) =>
        facts.some((fact) => fact.kind === "refundFailure" && fact.id === id)
      const refunds = facts.filter((fact): fact is Reversal => fact.kind === "refund")
      const refund = refunds.findLast((fact) => !isFailed(fact))
      if (!refund) return
      count("failed refund")
      send(on, { ...refund, kind: "refundFailure", on })
    },
    /**
     * Takes back a credit, a write-off or the credit of a refund; rarely one that is already taken
     * back.
     */
    reverseCorrection(on: string) {
      const posted = facts.filter(
        (fact) =>
          fact.kind === "credit" ||
          fact.kind === "writeOff" ||
          (fact.kind === "refund" && !fact.reopens),
      )
      if (posted.length === 0) return
      const { id: paymentId, amount, kind } = random.pick(posted)
      count(`reversed ${kind}`)
      // The id sorts before those of the other reports, to show that the order within a day does
      // not depend on ids.
      const id = `a${facts.length}`
      send(on, { kind: "correctionReversal", id, paymentId, amount, on, reopens: true })
    },
  }
}
