/**
 * Amounts are sent as decimal strings and calculated in whole cents, never as floats. Browser and
 * server share these functions.
 */

/** Formats 123450 cents as "1234.50", for the API. */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? "-" : ""
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`
}

/** Parses "1234.50" as 123450 cents. The contract must have checked the format. */
export function centsOf(decimal: string): number {
  return Number(decimal.replace(".", ""))
}

/**
 * The format of an amount that a person chose, such as "1234.50": above zero, with exactly one
 * notation for each amount.
 */
export const chosenAmount = /^(?!0\.00$)(?:0|[1-9]\d{0,6})\.\d{2}$/

/**
 * A typed amount, such as "10", "$10.5" or "1,234.50", in the format of `chosenAmount`. A comma is
 * accepted only before exactly three digits: many people type "0,99" for 0.99, and an ambiguous
 * amount must not move money. Undefined for any other text.
 */
export function typedAmount(typed: string): string | undefined {
  const match = /^\$?(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(typed.trim())
  const [, whole = "", cents = ""] = match ?? []
  const amount = `${whole.replaceAll(",", "")}.${cents.padEnd(2, "0")}`
  return chosenAmount.test(amount) ? amount : undefined
}

/** Formats 123450 cents as "$1,234.50", for letters, emails and messages. Screens use `Money`. */
export function dollarsOf(cents: number): string {
  const [whole = "", rest = ""] = decimalOf(Math.abs(cents)).split(".")
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  return `${cents < 0 ? "\u2212" : ""}$${grouped}.${rest}`
}
