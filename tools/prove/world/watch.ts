import { setTimeout as sleep } from "node:timers/promises"
import { sendHttp } from "#testing/send-http.ts"
import { host } from "./names.ts"
import { extension, type Session, sendAs } from "./sessions.ts"

const everyMs = 100
const answerMs = 2_000

/** Polls servers for their readiness, as a balancer does. */
export function watchReadiness() {
  const ready: number[] = []
  const watched = new Map<number, Promise<void>>()
  const removed = new Set<number>()
  let slowestMs = 0

  async function watch(port: number): Promise<void> {
    while (!removed.has(port)) {
      const asked = performance.now()
      const answer = sendHttp(port, host, { method: "GET", path: "/readyz", headers: {} })
      const status = await statusOf(answer)
      // A restarting server cannot answer; a running one must answer in time.
      if (status !== 0) slowestMs = Math.max(slowestMs, performance.now() - asked)
      note(port, status === 200)
      await sleep(everyMs)
    }
    note(port, false)
  }

  function note(port: number, isReady: boolean): void {
    const index = ready.indexOf(port)
    if (isReady && index < 0) ready.push(port)
    if (!isReady && index >= 0) ready.splice(index, 1)
  }

  async function remove(port: number): Promise<void> {
    removed.add(port)
    await watched.get(port)
  }

  return {
    /** The ports of the servers that are ready. */
    ports: ready as readonly number[],
    slowestMs: () => slowestMs,
    add: (port: number) => void watched.set(port, watch(port)),
    remove,
    async stop(): Promise<void> {
      await Promise.all([...watched.keys()].map(remove))
    },
  }
}

export type Watch = ReturnType<typeof startWatch>

/**
 * Watches the servers as a balancer and as a person do. `ports` lists the servers that report that
 * they are ready. To measure the time without service, it repeatedly sends a call that writes to
 * every server; one answer from any server counts as service.
 */
export function startWatch(servers: readonly number[], session: Session) {
  const readiness = watchReadiness()
  let isOver = false
  let servedAt = performance.now()
  let longest = 0

  async function probe(port: number) {
    while (!isOver) {
      const asked = statusOf(sendAs(session, port, host, extension))
      const status = await Promise.race([asked, sleep(answerMs, 0)])
      if (status === 200) {
        const now = performance.now()
        longest = Math.max(longest, now - servedAt)
        servedAt = now
      }
      await sleep(everyMs)
    }
  }

  for (const port of servers) readiness.add(port)
  const probing = servers.map(probe)
  return {
    ports: readiness.ports,
    slowestReadyMs: readiness.slowestMs,
    /** Seconds of the longest time without service since the last call of this function. */
    takeLongest(): number {
      const taken = Math.max(longest, performance.now() - servedAt) / 1000
      longest = 0
      return taken
    },
    /** Resolves when every server has served a call after this moment. */
    async untilServed(): Promise<void> {
      const from = performance.now()
      while (servedAt <= from || readiness.ports.length < servers.length) await sleep(20)
    },
    async [Symbol.asyncDispose](): Promise<void> {
      isOver = true
      await Promise.all([...probing, readiness.stop()])
    },
  }
}

/** The status of an answer; 0 without one. */
async function statusOf(answer: ReturnType<typeof sendHttp>): Promise<number> {
  return await answer.then(
    ({ status }) => status,
    () => 0,
  )
}
