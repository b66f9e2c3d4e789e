import { plainDigits } from "#contracts/digits.ts"
import { formattedPhone, phoneDigits } from "#contracts/profile/phone-rules.ts"

/** Formats a phone number that was just typed at `caret`; returns the text and the new caret. */
export function typedPhone(typed: string, caret: number): { text: string; caret: number } {
  if (isOfAnotherCountry(plainDigits(typed))) return { text: typed, caret }
  const digits = phoneDigits(typed)
  // Area codes begin with neither 0 nor 1: those are the prefix of a call abroad and the country code.
  const country = /^0+(1(?=\d{10}))?|^1(?=\d{10})/.exec(digits)?.[0].length ?? 0
  const text = formattedPhone(digits.slice(country))
  const before = phoneDigits(typed.slice(0, caret)).length - country
  return { text, caret: placeAfter(text, before) }
}

/**
 * Whether these are more digits than a number of this country has. Such a number stays as it was typed, so
 * that the form refuses it: its first ten digits would be the number of a stranger. Digits behind ten that
 * have the form of the mask, or behind a word, are an extension.
 */
function isOfAnotherCountry(typed: string): boolean {
  if (/^\W*(\+(?!\D*1)|011|00(?!\D*1))/.test(typed)) return true
  const isExtended = /^\D*1?\D*\(\d{3}\) \d{3}-\d{4}/.test(typed) || /\d\D*[a-z#,;]/i.test(typed)
  const digits = phoneDigits(typed).replace(/^0*1(?=\d{10})/, "")
  return digits.length > 10 && !isExtended
}

/** The position after this many digits. */
function placeAfter(text: string, digits: number): number {
  if (digits <= 0) return 0
  let seen = 0
  for (const [place, character] of [...text].entries()) {
    if (/\d/.test(character)) seen += 1
    if (seen === digits) return place + 1
  }
  return text.length
}
