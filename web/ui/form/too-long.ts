import { charactersIn } from "#contracts/text-length.ts"

/**
 * The error for a text with too many characters. The browser's own limit would silently cut off a
 * pasted text.
 */
export function tooLong(value: unknown, most: number | undefined): string | undefined {
  const count = typeof value === "string" ? charactersIn(value) : 0
  if (most === undefined || count <= most) return undefined
  return `Please use at most ${most} characters. These are ${count}.`
}
