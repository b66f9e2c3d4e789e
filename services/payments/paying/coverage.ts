import { earlier } from "#platform/time.ts"
import type { Policy, PolicyDetail } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { findCoverageBeforeDebits } from "./coverage.store.ts"
import type { Payment } from "./payments.store.ts"
import { mayBeReturned } from "./receipt-texts-presenter.ts"

/** The coverage of a product as the account system states it: plain dates. */
export interface CoverageDates {
  coveredUntil: string | null
  /** Null if coverage ends with `coveredUntil`. */
  graceUntil: string | null
}

/** Days that a bank needs at most; a debit that no report settles counts no longer. */
const mostDebitDays = 28

/** `whileOpen` is the date of the oldest open bill, for an account system that dates only bills. */
export function statedCoverage(
  { coveredUntil, graceUntil }: Pick<Policy, "coveredUntil" | "graceUntil">,
  whileOpen: PolicyDetail["coveredUntil"],
): CoverageDates {
  if (coveredUntil) return { coveredUntil, graceUntil: graceUntil ?? null }
  return { coveredUntil: whileOpen ?? null, graceUntil: null }
}

/** The last day that is covered without another payment; "" if it is unknown. */
function endOf({ coveredUntil, graceUntil }: CoverageDates): string {
  return graceUntil ?? coveredUntil ?? ""
}

/** The stated coverage of a product, and what it owes. */
export interface Covered {
  policyNumber: string
  billing: Policy["billing"]
  stated: CoverageDates
}

/**
 * The coverage of these products of one account that customers read, by policy number. While a bank
 * can still return a debit, it is the coverage of before. An end in the past is left out unless
 * something is past due: what was paid since then has no stated date.
 */
export async function shownCoverage(
  { database, clock }: Pick<Deps, "database" | "clock">,
  account: Pick<Payment, "client" | "accountNumber">,
  products: readonly Covered[],
  today: Temporal.PlainDate,
): Promise<Map<string, CoverageDates>> {
  if (products.every(({ stated }) => endOf(stated) === "")) return new Map()
  const since = earlier(clock.now(), { days: mostDebitDays })
  const debits = await findCoverageBeforeDebits(database, account, since)
  const shown = products.map(({ policyNumber, billing, stated }) => {
    const before = debits.find((debit) => debit.policyNumber === policyNumber)
    const dates = before && isLater(stated, before) ? before : stated
    const isLate = billing.openAmounts.some(({ dueDate }) => dueDate < today.toString())
    const isOver = endOf(dates) < today.toString() && !isLate
    return [policyNumber, isOver ? { coveredUntil: null, graceUntil: null } : dates] as const
  })
  return new Map(shown.filter(([, { coveredUntil }]) => coveredUntil !== null))
}

/** Whether a payment is posted, and its bank cannot return it any more. */
export function isFinal(payment: Payment): boolean {
  const { appliedAt, reversedAt, revokedAt } = payment
  return appliedAt !== null && reversedAt === null && revokedAt === null && !mayBeReturned(payment)
}

/** Whether either date of `now` is later. A paid bill can move one and leave out the other. */
export function isLater(now: CoverageDates, before: CoverageDates): boolean {
  return endOf(now) > endOf(before) || (now.coveredUntil ?? "") > (before.coveredUntil ?? "")
}

/** Whether the account system extended the coverage after this payment. */
export function isExtended(payment: Payment, now: CoverageDates): boolean {
  return endOf(now) > endOf(payment)
}
