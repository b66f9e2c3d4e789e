// How Stripe's fields judge and show what people type. Brands: the `brand` of
// StripeCardNumberElementChangeEvent in @stripe/stripe-js. Codes:
// https://docs.stripe.com/error-codes and https://docs.stripe.com/js/element/events/on_change.

import type { CardElementType, Change } from "./messages.ts"

/** First digits and lengths. Source: https://docs.stripe.com/testing#cards */
const brands: [Change["brand"], RegExp, number[]][] = [
  ["amex", /^3[47]/, [15]],
  ["diners", /^3(0[0-5]|[689])/, [14, 16]],
  ["jcb", /^35/, [16]],
  ["visa", /^4/, [16]],
  ["mastercard", /^(5[1-5]|2[2-7])/, [16]],
  ["discover", /^6(011|4[4-9]|5)/, [16]],
  ["unionpay", /^62/, [16, 19]],
]

export function brandOf(digits: string): Change["brand"] {
  return brands.find(([, begins]) => begins.test(digits))?.[0] ?? "unknown"
}

function lengthsOf(digits: string): number[] {
  return brands.find(([, begins]) => begins.test(digits))?.[2] ?? [16]
}

/** The check digit of card numbers, by Luhn's formula. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** The text as its field shows it: "4242 4242", "12 / 31". */
export function shown(type: CardElementType, text: string): string {
  const digits = text.replace(/\D/g, "")
  if (type === "cardCvc") return digits.slice(0, 4)
  if (type === "cardNumber") {
    const most = Math.max(...lengthsOf(digits))
    const kept = digits.slice(0, most)
    const groups = brandOf(kept) === "amex" ? /^(.{1,4})(.{1,6})?(.{1,5})?/ : /.{1,4}/g
    const parts = kept.match(groups) ?? []
    return (brandOf(kept) === "amex" ? parts.slice(1) : parts).filter(Boolean).join(" ")
  }
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const [month, year] = [
    padded.slice(0, 2),
    padded
      .slice(2)
      .replace(/^20(?=\d\d)/, "")
      .slice(0, 2),
  ]
  return month.length < 2 ? month : `${month} / ${year}`
}

/** The state of a field; `now` is the month in which a date must not have passed. */
export function judge(type: CardElementType, text: string, hasFocus: boolean, now: Date): Change {
  const digits = text.replace(/\D/g, "")
  const brand = type === "cardNumber" ? brandOf(digits) : "unknown"
  const code = problemOf(type, digits, now)
  const isIncomplete = code.startsWith("incomplete_")
  // A field reports an incomplete text when it loses the focus.
  const isReported = code !== "" && !(isIncomplete && (hasFocus || digits === ""))
  return {
    brand,
    empty: digits === "",
    complete: code === "",
    error: isReported ? { type: "validation_error", code, message: code } : undefined,
  }
}

/** The code of the problem with some digits; "" if there is none. */
export function problemOf(type: CardElementType, digits: string, now: Date): string {
  if (type === "cardCvc") return digits.length < 3 ? "incomplete_cvc" : ""
  if (type === "cardNumber") {
    if (!lengthsOf(digits).includes(digits.length)) return "incomplete_number"
    return hasCheckDigit(digits) ? "" : "invalid_number"
  }
  if (digits.length < 4) return "incomplete_expiry"
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2))]
  if (month < 1 || month > 12) return "invalid_expiry_month"
  if (year < now.getFullYear()) return "invalid_expiry_year_past"
  const isPast = year === now.getFullYear() && month < now.getMonth() + 1
  return isPast ? "invalid_expiry_month_past" : ""
}
