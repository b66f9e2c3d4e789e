import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { nextChargeOf } from "../auto-pay/next-charge.ts"
import { lastDayOf } from "./card-expiry.ts"
import type { PaymentMethodRow } from "./payment-methods.store.ts"

/** Days before the last day of a card when we start to warn the customer. */
export const warnDays = 30

/** A product whose next auto pay charge comes after the last day of its card. */
export interface ExpiringBefore {
  policy: Policy
  card: PaymentMethodRow
  lastDay: Temporal.PlainDate
  /** Day of the charge. */
  chargeOn: string
  /** Amount of the charge in cents. */
  amount: number
}

/**
 * The products with a next auto pay charge after this card has expired, earliest charge first.
 * Empty for bank accounts and for cards that expire later than `warnDays` from `today`, the
 * client's business day.
 *
 * Errors: `AccountSystemAway`.
 */
export async function chargedAfterExpiry(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  owner: { client: string; accountNumber: string },
  card: PaymentMethodRow,
  policies: readonly Policy[],
  today: Temporal.PlainDate,
): Promise<ExpiringBefore[]> {
  const lastDay = lastDayOf(card)
  if (!lastDay || Temporal.PlainDate.compare(lastDay, today.add({ days: warnDays })) > 0) return []
  const paidByIt = policies.filter(
    ({ active, billing }) => active && billing.paymentMethodRecordId === card.recordId,
  )
  const charged = await Promise.all(
    paidByIt.map(async (policy) => {
      const { next, none } = await nextChargeOf(deps, owner, policy, today)
      const isLater = next && none === null && next.date > lastDay.toString()
      return isLater ? [{ policy, card, lastDay, chargeOn: next.date, amount: next.amount }] : []
    }),
  )
  return charged.flat().toSorted((one, other) => one.chargeOn.localeCompare(other.chargeOn))
}
