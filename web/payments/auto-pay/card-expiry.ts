import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"

/**
 * Whether this card expires before the first charge of auto pay, so that the charge would be declined.
 * A card can be charged through the last day of its expiration month.
 */
export function expiresBeforeCharge(
  method: Pick<PaymentMethod, "creditCard"> | undefined,
  quote: Pick<ChargeQuote, "dueDate" | "isAutoPay"> | undefined,
): boolean {
  const [month, year] = method?.creditCard?.expirationDate.split("/") ?? []
  const [chargeMonth, , chargeYear] = quote?.dueDate.split("/") ?? []
  if (quote?.isAutoPay !== "Y" || !month || !year || !chargeMonth || !chargeYear) return false
  return `${year}/${month}` < `${chargeYear}/${chargeMonth}`
}
