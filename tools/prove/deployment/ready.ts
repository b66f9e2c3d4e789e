import { setTimeout as sleep } from "node:timers/promises"
import { sendHttp } from "#testing/send-http.ts"

/** Seconds after which a server that is not ready has failed. */
const readySeconds = 120

/** Waits until a server is ready; false if it ends first, or takes too long. */
export async function isReady(
  port: number,
  host: string,
  hasEnded: () => boolean,
): Promise<boolean> {
  const deadline = Date.now() + readySeconds * 1000
  const ask = () => sendHttp(port, host, { method: "GET", path: "/readyz", headers: {} })
  while ((await ask().catch(() => undefined))?.status !== 200) {
    if (hasEnded() || Date.now() > deadline) return false
    await sleep(50)
  }
  return true
}
