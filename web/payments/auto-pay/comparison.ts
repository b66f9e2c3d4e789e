import type { DayText } from "#contracts/dates.ts"
import { authorizedProduct } from "#contracts/payments/authorization-facts.ts"
import { frequencyLabel, type PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import { uncoveredDate } from "#contracts/payments/other-bills.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { choiceNow, isSameChoice, quoteOf } from "./auto-pay-change.ts"
import * as texts from "./texts.ts"

/** The payment frequencies of a product, each with the server's price of a period. */
export function frequencyOptions(
  { availablePaymentFrequencyList }: Product,
  quotes: readonly ChargeQuote[],
  { paymentMethodRecordId }: PaymentChoice,
): { value: string; label: string }[] {
  return availablePaymentFrequencyList.map(({ code, value1 }) => {
    const quote = quoteOf(quotes, { frequencyCode: code, paymentMethodRecordId })
    const label = quote ? `${value1}: ${moneyText(quote.later.totalPremium)}` : value1
    return { value: code, label }
  })
}

/**
 * Sentences about the current and the new price, from the server's quotes; "" for the current
 * choice. `methodLabel` is the chosen method; "" without auto pay.
 */
export function comparisonOf(
  product: Product,
  quotes: readonly ChargeQuote[],
  chosen: PaymentChoice,
  methodLabel: string,
  dayText: DayText,
): string {
  const now = choiceNow(product)
  const isOff = now.paymentMethodRecordId === null || product.autoPayNotice?.state === "suspended"
  const quoteNow = quoteOf(quotes, isOff ? { ...now, paymentMethodRecordId: null } : now)
  const quote = quoteOf(quotes, chosen)
  if (isSameChoice(now, chosen) || !quoteNow || !quote) return ""
  const isSamePayer = now.paymentMethodRecordId === chosen.paymentMethodRecordId
  const payer = (label: string) => (label === "" ? texts.yourself : texts.withMethod(label))
  const labelNow = isOff ? "" : product.currentPaymentMethod
  const price = ({ later, billingMode }: ChargeQuote) =>
    `${moneyText(later.totalPremium)} ${periodWords(product, billingMode)}`
  const wouldPay = `${price(quote)}${isSamePayer ? "" : payer(methodLabel)}`
  return `${texts.payNow(`${price(quoteNow)}${isSamePayer ? "" : payer(labelNow)}`)} ${startText(quote, wouldPay, dayText)}`
}

function startText(
  { dueDate, paymentAmount, later }: ChargeQuote,
  wouldPay: string,
  dayText: DayText,
): string {
  if (Number(paymentAmount) === 0) return texts.wouldPayFrom(wouldPay, uncoveredDate("your"))
  const on = dueDate ? dayText(dueDate) : texts.theNextDueDate
  if (paymentAmount === later.totalPremium) return texts.wouldPayFrom(wouldPay, on)
  return texts.wouldPayFirst(wouldPay, moneyText(paymentAmount), on)
}

const words: Record<string, string> = texts.periods

/** "every three months" for the code Q; the label of the frequency for an unknown code. */
function periodWords(product: Product, code: string): string {
  return words[code] ?? `(${frequencyLabel(authorizedProduct(product), code)})`
}
