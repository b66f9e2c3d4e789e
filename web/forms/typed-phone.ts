import { plainDigits } from "#contracts/digits.ts"
import { formattedPhone, phoneDigits } from "#contracts/profile/phone-rules.ts"

/** Formats a phone number that was just typed at `caret`; returns the text and the new caret. */
export function typedPhone(typed: string, caret: number): { text: string; caret: number } {
  if (isOfAnotherCountry(plainDigits(typed))) return { text: typed, caret }
  const digits = phoneDigits(typed)
  // The international prefix and the country code.
  const country = /^0*1(?=\d{10})/.exec(digits)?.[0].length ?? 0
  const text = formattedPhone(digits.slice(country))
  const before = phoneDigits(typed.slice(0, caret)).length - country
  return { text, caret: placeAfter(text, before) }
}

/**
 * Whether this is a foreign number, or the beginning of one. It stays as typed so that the form
 * rejects it, because its first ten digits could be a stranger's number. Numbers here never begin
 * with 0, except after an international prefix. Digits after the tenth in the form of the mask, or
 * after a word, are an extension.
 */
function isOfAnotherCountry(typed: string): boolean {
  if (/^[^\d+]*\+(?!\D*1)/.test(typed)) return true
  const masked = /^\D*1?\D*\(\d{3}\) \d{3}-\d{4}/.exec(typed)
  const beforeWord = /^\D*\d[^a-z#,;]*(?=[a-z#,;])/i.exec(typed)
  const digits = phoneDigits((masked ?? beforeWord)?.[0] ?? typed)
  if (digits.startsWith("0")) return !/^00+1\d{10}$/.test(digits)
  return digits.replace(/^1(?=\d{10})/, "").length > 10
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
