/** The error of a text with too many characters. The browser's own limit would cut a pasted text silently. */
export function tooLong(value: unknown, most: number | undefined): string | undefined {
  if (typeof value !== "string" || most === undefined || value.length <= most) return undefined
  return `Please use at most ${most} characters. These are ${value.length}.`
}
