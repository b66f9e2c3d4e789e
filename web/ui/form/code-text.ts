/** Typed or pasted text as a code of at most `length` characters, without spaces. */
export function codeText(text: string, length: number): string {
  return text.replace(/\s/g, "").slice(0, length)
}
