import { formattedPhone } from "#contracts/profile/phone-rules.ts"

/** Formats a phone number that was just typed at `caret`; returns the text and the new caret. */
export function typedPhone(typed: string, caret: number): { text: string; caret: number } {
  const digits = digitsIn(typed)
  // Area codes begin with neither 0 nor 1: those are the prefix of a call abroad and the country code.
  const country = /^0+(1(?=\d{10}))?|^1(?=\d{10})/.exec(digits)?.[0].length ?? 0
  const text = formattedPhone(digits.slice(country))
  const before = digitsIn(typed.slice(0, caret)).length - country
  return { text, caret: placeAfter(text, before) }
}

function digitsIn(typed: string): string {
  return typed.replace(/\D/g, "")
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
