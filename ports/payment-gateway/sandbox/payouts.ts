import { milliseconds } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { Movement, Payout } from "../port.ts"
import type { Ledger } from "./ledger.store.ts"
import { movementsOf, movementsOfRefund } from "./movements.ts"

const zone = "UTC"
/** Days from a payout until the money reaches the bank account. */
const travelDays = 2

/** All movements of money until `now`, and the payouts that contain them. */
export function booksAt(ledger: Ledger, now: Date) {
  const at = now.getTime()
  const movements = ledger.charges().flatMap((row) => {
    const refunds = ledger.refundsOf(row.key, at)
    return [
      ...movementsOf(row, ledger.reportsOf(row.key, at), refunds),
      ...refunds.flatMap((refund) => movementsOfRefund(refund, row, at)),
    ]
  })
  return paidOut(movements, now)
}

/**
 * The movements until `now` with their payouts. At midnight UTC, the whole balance is paid out.
 * While fees and refunds exceed the charges, the balance waits for more charges.
 */
function paidOut(
  movements: readonly Movement[],
  now: Date,
): { movements: Movement[]; payouts: Payout[] } {
  const inOrder = movements.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const done: Movement[] = []
  const payouts: Payout[] = []
  let waiting: Movement[] = []
  for (const [index, movement] of inOrder.entries()) {
    waiting.push(movement)
    const midnight = midnightAfter(movement.at)
    const next = inOrder[index + 1]
    if (midnight > now || (next && next.at < midnight)) continue
    const amount = waiting.reduce((sum, one) => sum + one.amount - one.fee, 0)
    if (amount <= 0) continue
    const payout = payoutAt(midnight, amount, now)
    payouts.push(payout)
    done.push(...waiting.map((one) => ({ ...one, payout: payout.reference })), asMovement(payout))
    waiting = []
  }
  return { movements: [...done, ...waiting], payouts }
}

function midnightAfter(at: Date): Date {
  const midnight = dayAt(at, zone).add({ days: 1 }).toZonedDateTime(zone)
  return new Date(midnight.epochMilliseconds)
}

function payoutAt(madeAt: Date, amount: number, now: Date): Payout {
  const arrivesAt = new Date(madeAt.getTime() + milliseconds({ days: travelDays }))
  return {
    reference: `payout_${dayAt(madeAt, zone).toString().replaceAll("-", "")}`,
    amount,
    status: arrivesAt <= now ? "paid" : "pending",
    arrivesOn: dayAt(arrivesAt, zone).toString(),
    madeAt,
    isItemized: true,
  }
}

function asMovement({ reference, amount, madeAt }: Payout): Movement {
  return {
    reference: `${reference}_out`,
    kind: "payout",
    charge: "",
    key: "",
    amount: -amount,
    fee: 0,
    at: madeAt,
    payout: reference,
  }
}
