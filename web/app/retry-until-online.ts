/** Milliseconds between attempts. */
const everyMilliseconds = 5_000

/**
 * Repeats `attempt` until it succeeds: immediately, when the browser is back online, and every few
 * seconds. Returns a function that stops it.
 */
export function retryUntilOnline(attempt: () => Promise<unknown>): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout>

  function tryNow() {
    clearTimeout(timer)
    attempt().then(stop, () => {
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(tryNow, everyMilliseconds)
    })
  }
  function stop() {
    stopped = true
    clearTimeout(timer)
    removeEventListener("online", tryNow)
  }
  addEventListener("online", tryNow)
  tryNow()
  return stop
}
