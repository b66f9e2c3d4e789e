/** The `tel:` address of a formatted number. Ten digits are a North American number. */
export function phoneLink(number: string): string {
  const digits = number.replace(/\D/g, "")
  return digits.length === 10 ? `tel:+1${digits}` : `tel:+${digits}`
}
