/** Policy numbers are never longer than this. */
const longest = 40

/**
 * The policy number in an address; "" if it is too long. An unreadable part is returned unchanged,
 * and does not match any product.
 */
export function policyNumberIn(part: string): string {
  const number = decoded(part)
  return number.length > longest ? "" : number
}

function decoded(part: string): string {
  try {
    const number = decodeURIComponent(part)
    return /\p{Cc}/u.test(number) ? part : number
  } catch {
    return part
  }
}
