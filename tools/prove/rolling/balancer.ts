import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { watchReadiness } from "../world/watch.ts"

/**
 * A proxy that sends each request once to the next server whose `/readyz` returns 200, without
 * retries. It counts every answer, and records each failed request.
 */
export async function startBalancer() {
  const readiness = watchReadiness()
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let answered = 0
  let failed: string[] = []
  const answeredBy = new Map<number, number>()

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    turn += 1
    const ready = readiness.ports
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
    isReady: (port: number) => readiness.ports.includes(port),
    add: readiness.add,
    remove: readiness.remove,
    async close(): Promise<void> {
      await readiness.stop()
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>
