const digit = /\p{Nd}/u

/** Decimal digits of every script, which some keyboards type, as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[^\0-\x7F]/gu, (character) => {
    if (!digit.test(character)) return character
    // The ten digits of each script stand in a row, from zero on, and some rows adjoin.
    const point = character.codePointAt(0) ?? 0
    let before = 0
    while (digit.test(String.fromCodePoint(point - before - 1))) before += 1
    return String(before % 10)
  })
}

/**
 * A number or code as it is stored: without spaces, hyphens of any kind and the invisible characters
 * that are copied along, and with plain digits.
 */
export function withoutSeparators(typed: string): string {
  return plainDigits(typed.normalize("NFKC")).replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
}
