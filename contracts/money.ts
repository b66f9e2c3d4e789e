/**
 * Amounts travel as decimal strings and are reckoned with in whole cents: no cent passes through
 * a float. Browser and server reckon and write alike.
 */

/** "1234.50" of 123450 cents: how amounts travel. */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? "-" : ""
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`
}

/** 123450 cents of "1234.50". The contract has made sure that it is an amount. */
export function centsOf(decimal: string): number {
  return Number(decimal.replace(".", ""))
}

/** "$1,234.50" of 123450 cents, in letters, mails and texts; a screen has `Money`. */
export function dollarsOf(cents: number): string {
  const [whole = "", rest = ""] = decimalOf(Math.abs(cents)).split(".")
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  return `${cents < 0 ? "\u2212" : ""}$${grouped}.${rest}`
}
