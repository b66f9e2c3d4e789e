const everySeconds = 8
/** Spreads the polls of browsers that lost the account system at the same time. */
const spreadSeconds = 4

/**
 * Calls `ask` every 8 to 12 seconds until it resolves with true: only while the tab is visible, and
 * soon after the tab becomes visible or the browser goes online. Returns a function that stops
 * this.
 */
export function askUntilBack(ask: (signal: AbortSignal) => Promise<boolean>): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  async function askNow() {
    clearTimeout(timer)
    if (isAsking || document.visibilityState !== "visible") return
    isAsking = true
    const isBack = await ask(signal)
    isAsking = false
    if (signal.aborted) return
    if (isBack) leaving.abort()
    else askLater(everySeconds)
  }
  function askLater(seconds: number) {
    clearTimeout(timer)
    timer = setTimeout(askNow, (seconds + Math.random() * spreadSeconds) * 1000)
  }
  const askSoon = () => askLater(0)

  askLater(everySeconds)
  document.addEventListener("visibilitychange", askSoon, { signal })
  addEventListener("online", askSoon, { signal })
  return () => {
    clearTimeout(timer)
    leaving.abort()
  }
}
