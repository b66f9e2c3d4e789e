import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { sendHttp } from "#testing/send-http.ts"
import { host } from "../names.ts"

const everyMs = 100

/**
 * A proxy that sends each request to the next server whose `/readyz` says 200, once: it repeats
 * nothing. It counts every answer, and keeps each request that failed.
 */
export async function startBalancer() {
  const ready: number[] = []
  const watched = new Map<number, Promise<void>>()
  const ended = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let answered = 0
  let failed: string[] = []
  const answeredBy = new Map<number, number>()

  async function watch(port: number): Promise<void> {
    while (!ended.has(port)) {
      const ask = sendHttp(port, host, { method: "GET", path: "/readyz", headers: {} })
      const isReady = await ask.then(
        ({ status }) => status === 200,
        () => false,
      )
      const at = ready.indexOf(port)
      if (isReady && at < 0) ready.push(port)
      if (!isReady && at >= 0) ready.splice(at, 1)
      await sleep(everyMs)
    }
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    turn += 1
    const port = ready[turn % Math.max(ready.length, 1)]
    const what = `${incoming.method} ${incoming.url?.split("?")[0]}`
    const fail = (why: string) => {
      failed.push(`${what} at ${port ?? "no server"}: ${why}`)
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    }
    if (port === undefined) {
      fail("no server is ready")
      return
    }
    const { method, url, headers } = incoming
    const sent = request({ host: "127.0.0.1", port, method, path: url, headers, agent })
    sent.on("response", (answer) => {
      answered += 1
      answeredBy.set(port, (answeredBy.get(port) ?? 0) + 1)
      const { statusCode = 0 } = answer
      if (statusCode >= 400) failed.push(`${what} at ${port}: ${statusCode}`)
      outgoing.writeHead(statusCode, answer.headers)
      answer.on("error", (error) => fail(error.message))
      answer.pipe(outgoing)
    })
    sent.on("error", (error) => fail(error.message))
    incoming.pipe(sent)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answered: () => answered,
    answeredBy: (port: number) => answeredBy.get(port) ?? 0,
    /** The requests that failed since the last call. */
    takeFailed(): string[] {
      const taken = failed
      failed = []
      return taken
    },
    isReady: (port: number) => ready.includes(port),
    add: (port: number) => void watched.set(port, watch(port)),
    async remove(port: number): Promise<void> {
      ended.add(port)
      await watched.get(port)
      const at = ready.indexOf(port)
      if (at >= 0) ready.splice(at, 1)
    },
    async close(): Promise<void> {
      for (const port of watched.keys()) ended.add(port)
      await Promise.all(watched.values())
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>
