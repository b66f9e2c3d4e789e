import { plainDigits } from "#contracts/digits.ts"

/**
 * The code in a typed or pasted text: a group of exactly `length` digits, such as 123-456;
 * otherwise the first digits. Part of a phone number does not count as a group. Letters, spaces and
 * invisible characters are removed, and digits of every script count.
 */
export function codeText(text: string, length: number): string {
  const plain = plainDigits(text.normalize("NFKC").replace(/\p{Cf}/gu, ""))
  const half = `\\d{${length / 2}}`
  const pattern = `(?<!\\d)${half}(\\D?)${half}(?!(?:[-.]|\\1)?\\d)`
  const group = new RegExp(pattern).exec(plain)?.[0] ?? plain
  return group.replace(/\D/g, "").slice(0, length)
}
