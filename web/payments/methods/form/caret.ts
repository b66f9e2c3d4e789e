import { plainDigits } from "#contracts/digits.ts"

/** The number of digits before a position in a text. */
export function digitsBefore(text: string, place: number): number {
  return plainDigits(text.slice(0, place)).replace(/\D/g, "").length
}

/** The position after this many digits of a text. */
export function placeAfter(text: string, digits: number): number {
  let place = 0
  for (let seen = 0; place < text.length && seen < digits; place += 1) {
    if (/\d/.test(text[place] ?? "")) seen += 1
  }
  return place
}
