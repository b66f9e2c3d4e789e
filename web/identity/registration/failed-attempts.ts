/** Counts unknown plan numbers in a cookie that ends with the browser session. */
export function countFailedAttempt(): void {
  const secure = location.protocol === "https:" ? "; Secure" : ""
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in browsers still in use
  document.cookie = `Attempt=${attemptsIn(document.cookie) + 1}; Path=/; SameSite=Strict${secure}`
}

export function attemptsIn(cookies: string): number {
  const count = /(?:^|; )Attempt=(\d{1,6})(?:;|$)/.exec(cookies)?.[1]
  return Number(count ?? 0)
}
