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

/** Formats 123450 cents as "$1,234.50", for letters, emails and messages. Screens use `Money`. */
export function dollarsOf(cents: number): string {
  const [whole = "", rest = ""] = decimalOf(Math.abs(cents)).split(".")
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  return `${cents < 0 ? "\u2212" : ""}$${grouped}.${rest}`
}
