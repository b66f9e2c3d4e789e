/** The token of an emailed sign-in link. */
export function signInTokenIn({ text }: { text: string }): string {
  return text.match(/\/log-in-link#([\w-]+)/)?.[1] ?? ""
}
