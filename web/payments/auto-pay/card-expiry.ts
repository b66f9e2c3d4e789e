import type { DayText } from "#contracts/dates.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import * as texts from "./texts.ts"

type Method = Pick<PaymentMethod, "creditCard" | "paymentMethodHeader">

/**
 * A warning about a card that expires before the first charge of auto pay and would be declined; ""
 * for any other method. A card can be charged through the last day of its expiration month.
 */
export function expiryWarning(
  method: Method | undefined,
  quote: Pick<ChargeQuote, "dueDate" | "isAutoPay"> | undefined,
  dayText: DayText,
): string {
  const [month, year] = method?.creditCard?.expirationDate.split("/") ?? []
  const [chargeMonth, , chargeYear] = quote?.dueDate.split("/") ?? []
  if (!method || quote?.isAutoPay !== "Y" || !month || !year || !chargeMonth || !chargeYear) {
    return ""
  }
  const isExpired = `${year}/${month}` < `${chargeYear}/${chargeMonth}`
  return isExpired ? texts.cardExpiresFirst(method.paymentMethodHeader, dayText(quote.dueDate)) : ""
}
