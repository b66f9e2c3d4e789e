import { dayInWords } from "#contracts/dates.ts"
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

interface Summarized {
  product: Product
  quotes: readonly ChargeQuote[]
  chosen: PaymentChoice
  /** The next payment with the choice: a quote, or a charge as planned. */
  quote: ChargeQuote
  /** The chosen method; "" without auto pay. */
  methodLabel: string
  /** The client's day, as MM/DD/YYYY. */
  today: string
}

/** One sentence: the price with the choice, its first day, and the price now if that differs. */
export function choiceSummary(summarized: Summarized): string {
  const { product, quotes, chosen, quote, methodLabel, today } = summarized
  const now = choiceNow(product)
  const isOff = now.paymentMethodRecordId === null || product.autoPayNotice?.state === "suspended"
  const quoteNow = quoteOf(quotes, isOff ? { ...now, paymentMethodRecordId: null } : now)
  const price = ({ later, billingMode }: ChargeQuote) =>
    `${moneyText(later.totalPremium)} ${periodWords(product, billingMode)}`
  const start = startText(quote, price(quote), today)
  const sentence =
    quote.isAutoPay === "Y"
      ? texts.willBeCharged(methodLabel || texts.autoPay, start)
      : texts.willPayYourself(start)
  if (isSameChoice(now, chosen) || !quoteNow) return `${sentence}.`
  const isSamePayer = !isOff && now.paymentMethodRecordId === chosen.paymentMethodRecordId
  const payerNow = isSamePayer || (isOff && quote.isAutoPay === "N") ? "" : labelNow(product, isOff)
  return `${sentence}; ${texts.priceNow(payerNow, price(quoteNow))}.`
}

function labelNow({ currentPaymentMethod }: Product, isOff: boolean): string {
  return isOff ? texts.youPay : texts.paysNow(currentPaymentMethod)
}

/** The next payment and the price of each later one; only the price if both are the same. */
function startText({ dueDate, paymentAmount, later }: ChargeQuote, price: string, today: string) {
  if (Number(paymentAmount) === 0) return texts.fromDay(price, uncoveredDate("your"))
  const on = dueDate ? dayInWords(dueDate, today) : texts.theNextDueDate
  if (paymentAmount === later.totalPremium) return texts.fromDay(price, on)
  return texts.firstThen(moneyText(paymentAmount), on, price)
}

const words: Record<string, string> = texts.periods

/** "every three months" for the code Q; the label of the frequency for an unknown code. */
function periodWords(product: Product, code: string): string {
  return words[code] ?? `(${frequencyLabel(authorizedProduct(product), code)})`
}
