import { setTimeout as wait } from "node:timers/promises"

/** After a pause, the calls of this time may be made at once. */
const burstSeconds = 0.2

/**
 * A token bucket: each call waits for its turn, in the order of arrival, so that there are at most
 * `perSecond` calls a second on average. A call waits only for the calls that wait already. A job
 * makes its next call after the answer to its last one, so a billing run leaves few of them.
 * `now` returns milliseconds.
 */
export function createPace(
  perSecond: number,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<unknown> } = {
    now: () => performance.now(),
    sleep: wait,
  },
): () => Promise<void> {
  const intervalMs = 1_000 / perSecond
  const burstMs = Math.max(burstSeconds * 1_000, intervalMs)
  let nextAt = -Infinity
  return async () => {
    const at = now()
    nextAt = Math.max(nextAt, at - burstMs) + intervalMs
    if (nextAt > at) await sleep(nextAt - at)
  }
}
