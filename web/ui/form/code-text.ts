/** What remains of typed or pasted text as a code of at most `length` characters: no spaces. */
export function codeText(text: string, length: number): string {
  return text.replace(/\s/g, "").slice(0, length)
}
