/**
 * Amounts travel as decimal strings and are calculated in whole cents: no amount becomes a float.
 * Browser and server share these functions.
 */

/** Formats 123450 cents as "1234.50", for the API. */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? "-" : ""
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`
}

/** Parses "1234.50" as 123450 cents. The contract has checked the format. */
export function centsOf(decimal: string): number {
  return Number(decimal.replace(".", ""))
}

/** The form of an amount that a person chose, such as "1234.50": above zero, each amount in one way. */
export const chosenAmount = /^(?!0\.00$)(?:0|[1-9]\d{0,6})\.\d{2}$/

/**
 * A typed amount, such as "10", "$10.5" or "1,234.50", in the form of `chosenAmount`. A comma counts
 * before exactly three digits only: many people type "0,99" for 0.99, and an amount that could be
 * another one must not move money. Undefined for every other text.
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
