/** The token of an emailed link to log in. */
export function signInTokenIn({ text }: { text: string }): string {
  return text.match(/\/log-in-link#([\w-]+)/)?.[1] ?? ""
}
