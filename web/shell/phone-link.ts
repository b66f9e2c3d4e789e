/** The `tel:` address of a number as people write it; ten digits are North American. */
export function phoneLink(number: string): string {
  const digits = number.replace(/\D/g, "")
  return digits.length === 10 ? `tel:+1${digits}` : `tel:+${digits}`
}
