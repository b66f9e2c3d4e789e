/** "1234.50" of 123450 cents: how amounts travel. */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? "-" : ""
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`
}

/** "$1,234.50" of 123450 cents, as a person reads it. */
export function dollarsOf(cents: number): string {
  return dollars.format(cents / 100)
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })
