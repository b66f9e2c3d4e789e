import { setTimeout as sleep } from "node:timers/promises"
import { sendHttp } from "#testing/send-http.ts"
import { host } from "./names.ts"
import type { World } from "./world.ts"

const everyMs = 100
const answerMs = 2_000

export type Watch = ReturnType<typeof startWatch>

/**
 * Watches the servers as a balancer and as a person do. `ports` lists the servers that report that
 * they are ready. To measure the time without service, it sends a call that writes to every server
 * again and again; one answer from any server counts as service.
 */
export function startWatch(world: World, role: { cookie: string; token: string }) {
  const ready: number[] = []
  let isOver = false
  let servedAt = performance.now()
  let longest = 0
  let slowestReadyMs = 0

  async function balance(port: number) {
    while (!isOver) {
      const asked = performance.now()
      const status = await statusOf(port, { method: "GET", path: "/readyz", headers: {} })
      // A server that is restarting cannot answer; a live one must answer in time.
      if (status !== 0) slowestReadyMs = Math.max(slowestReadyMs, performance.now() - asked)
      const index = ready.indexOf(port)
      if (status === 200 && index < 0) ready.push(port)
      if (status !== 200 && index >= 0) ready.splice(index, 1)
      await sleep(everyMs)
    }
  }

  async function probe(port: number) {
    while (!isOver) {
      const asked = statusOf(port, extend(port))
      const status = await Promise.race([asked, sleep(answerMs, 0)])
      if (status === 200) {
        const now = performance.now()
        longest = Math.max(longest, now - servedAt)
        servedAt = now
      }
      await sleep(everyMs)
    }
  }

  const extend = (port: number) => ({
    method: "POST",
    path: "/appauth/session/extend",
    body: "{}",
    headers: {
      cookie: `session=${role.cookie}`,
      authorization: `Bearer ${role.token}`,
      "content-type": "application/json",
      origin: `http://${host}:${port}`,
    },
  })

  const watching = world.ports.flatMap((port) => [balance(port), probe(port)])
  return {
    ports: ready,
    slowestReadyMs: () => slowestReadyMs,
    /** The longest time without service since the last call of this function, in seconds. */
    takeLongest(): number {
      const taken = Math.max(longest, performance.now() - servedAt) / 1000
      longest = 0
      return taken
    },
    /** Resolves when every server has served a call after this moment. */
    async untilServed(): Promise<void> {
      const from = performance.now()
      while (servedAt <= from || ready.length < world.ports.length) await sleep(20)
    },
    async stop(): Promise<void> {
      isOver = true
      await Promise.all(watching)
    },
  }
}

async function statusOf(port: number, sent: Parameters<typeof sendHttp>[2]): Promise<number> {
  return await sendHttp(port, host, sent).then(
    ({ status }) => status,
    () => 0,
  )
}
