import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

export interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}

/** The answer of the scripted server. `cut` closes the connection, `silence` never answers. */
type Answer = { status?: number; body: unknown } | { text: string } | "cut" | "silence"

/** A server that answers as scripted by the test, and records the requests. */
export async function startScripted(answer: (asked: Asked, count: number) => Answer) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const isForm = request.headers["content-type"]?.startsWith("application/x-www") === true
    const body = request.method === "GET" || isForm ? undefined : await json(request)
    asked.push({ path: request.url ?? "", headers: request.headers, body })
    const given = answer(asked.at(-1) as Asked, asked.length)
    if (given === "silence") return
    if (given === "cut") return request.socket.destroy()
    const { status = 200, body: told } = "text" in given ? { body: undefined } : given
    response.writeHead(status, { "content-type": "application/json" })
    response.end("text" in given ? given.text : JSON.stringify(told))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
