import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export interface ReceivedEvent {
  id: string
  headers: IncomingHttpHeaders
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> & { sequence: number } }
}

/** How an endpoint answers: with a status, with a redirect, or not at all. */
export type Answer = number | { redirectTo: string } | "silence"

export interface EventReceiver {
  url: string
  /** The received events in the order of their arrival, including refused ones. */
  received: ReceivedEvent[]
  /** Sets how it answers. */
  answerWith(answer: Answer): void
  /** Stops listening, and listens again on the same port. */
  stop(): Promise<void>
  listen(): Promise<void>
  close(): Promise<void>
}

/**
 * An endpoint of another system, which records the received events. With `tls`, it has this
 * certificate.
 */
export async function startEventReceiver(tls?: {
  key: string
  cert: string
}): Promise<EventReceiver> {
  const received: ReceivedEvent[] = []
  let answer: Answer = 204
  let port = 0
  const server = tls ? createTlsServer(tls) : createServer()
  server.on("request", async (request, response) => {
    const body = await text(request)
    const { headers } = request
    received.push({ id: String(headers["webhook-id"]), headers, body, event: JSON.parse(body) })
    if (answer === "silence") return
    if (typeof answer === "number") response.writeHead(answer).end()
    else response.writeHead(302, { location: answer.redirectTo }).end()
  })
  const receiver = {
    url: "",
    received,
    answerWith(next: Answer) {
      answer = next
    },
    async listen() {
      server.listen(port, "127.0.0.1")
      await once(server, "listening")
      port = (server.address() as AddressInfo).port
    },
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
    close: () => receiver.stop(),
  }
  await receiver.listen()
  receiver.url = `${tls ? "https" : "http"}://127.0.0.1:${port}/events`
  return receiver
}
