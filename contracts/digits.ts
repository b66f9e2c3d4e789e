const digit = /\p{Nd}/u

/** The text with decimal digits of any script, which some keyboards produce, replaced by 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(/[^\0-\x7F]/gu, (character) => {
    if (!digit.test(character)) return character
    // The ten digits of each script are consecutive, starting with zero, and some ranges are
    // adjacent.
    const point = character.codePointAt(0) ?? 0
    let before = 0
    while (digit.test(String.fromCodePoint(point - before - 1))) before += 1
    return String(before % 10)
  })
}

/**
 * The stored form of a number or code: with plain digits and without spaces, hyphens of any kind
 * and the invisible characters that are copied along.
 */
export function withoutSeparators(typed: string): string {
  return plainDigits(typed.normalize("NFKC")).replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
}
