/** "1234.50" of 123450 cents: how amounts travel. */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? "-" : ""
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`
}
