import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import type { ChargeQuote, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { isSameChoice, quoteOf } from "./auto-pay-change.ts"

interface ShownQuote {
  /** Undefined for a frequency that the product does not offer. */
  quote: ChargeQuote | undefined
  /** The due date of the oldest charged bill, if auto pay charges it on another day. */
  dueDate: string | undefined
}

/**
 * The quote for a choice. If it is the current choice, `now`, returns the charge as planned,
 * `planned`, which may be later, because it must be announced first.
 */
export function shownQuote(
  quotes: readonly ChargeQuote[],
  planned: PlannedCharge | undefined,
  chosen: PaymentChoice,
  now: PaymentChoice,
): ShownQuote {
  const quote = quoteOf(quotes, chosen)
  if (!planned || !isSameChoice(chosen, now)) return { quote, dueDate: undefined }
  const { dueDates } = planned
  const otherBills = quote?.otherBills.filter(({ dueDate }) => !dueDates.includes(dueDate)) ?? []
  return { quote: { ...planned, otherBills }, dueDate: dueDates[0] }
}
