import { plainDigits } from "../digits.ts"

/** Letters that cannot be reduced by removing an accent, with their spelling on a US keyboard. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ς: "σ",
}

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Combining marks, such as accents, except those on letters of other scripts. */
const accents = /(^|[^\p{L}\p{M}]|\p{Script=Latin})\p{M}+/gu
/**
 * Apostrophes that Unicode counts as letters, such as the okina, and the character that stretches
 * Arabic words.
 */
const letterlike = /[\u02b0-\u02ff\ua78b\ua78c\u0640]/g

/**
 * The letters and digits of a name or a security answer, in the form for comparisons. Ignores
 * capitals, accents, spaces, punctuation and all kinds of apostrophes. Marks of other scripts, such
 * as vowel signs, count.
 */
export function comparedText(text: string): string {
  return plainDigits(text.normalize("NFKD").replace(invisible, ""))
    .toLowerCase()
    .replace(letterlike, "")
    .replace(accents, "$1")
    .replace(/[ßæœøłđðþıħŧŋς]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "")
    .normalize("NFC")
}
