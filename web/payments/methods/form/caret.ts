import { plainDigits } from "#contracts/digits.ts"

/** How many digits stand before a place in a text. */
export function digitsBefore(text: string, place: number): number {
  return plainDigits(text.slice(0, place)).replace(/\D/g, "").length
}

/** The place behind so many digits of a text. */
export function placeAfter(text: string, digits: number): number {
  let place = 0
  for (let seen = 0; place < text.length && seen < digits; place += 1) {
    if (/\d/.test(text[place] ?? "")) seen += 1
  }
  return place
}
