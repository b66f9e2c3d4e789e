import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"

/**
 * The faults on the way to the account system. `cut before`: the connection closes before it does
 * the work; `cut after`: the connection closes after it did the work. `stale`: it returns the
 * earlier reply to another request of the operation.
 */
export const faults = [
  ...(["slow", "500 before", "500 after", "cut before", "cut after"] as const),
  ...(["wrong shape", "half", "stale"] as const),
]
export type Fault = (typeof faults)[number]

/** The fault of a request, and the milliseconds to wait before it. */
export interface Mishap {
  fault: Fault
  delayMs: number
}

/** Forwards to an account system, with the faults that `choose` returns, until `heal`. */
export async function startFaultyProxy(
  to: string,
  choose: (path: string, body: string) => Mishap | undefined,
) {
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>
  const lastReplies = new Map<string, string>()
  let isHealed = false
  let forwarded = 0

  async function forward(request: IncomingMessage, body: string) {
    forwarded += 1
    const { authorization = "", "idempotency-key": key } = request.headers
    const response = await fetch(to + request.url, {
      method: request.method ?? "POST",
      headers: {
        authorization,
        ...(key !== undefined && { "idempotency-key": String(key) }),
        ...(body !== "" && { "content-type": "application/json" }),
      },
      ...(body !== "" && { body }),
    })
    return { status: response.status, reply: await response.text() }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const path = request.url ?? ""
    const { fault, delayMs = 0 } = (isHealed ? undefined : choose(path, body)) ?? {}
    if (fault) counts[fault] += 1
    const send = (status: number, reply: string) =>
      response.writeHead(status, { "content-type": "application/json" }).end(reply)
    if (fault === "slow") await sleep(delayMs)
    if (fault === "500 before") return void send(500, "{}")
    if (fault === "cut before") return void request.socket.destroy()
    const earlier = lastReplies.get(path)
    const { status, reply } = await forward(request, body)
    lastReplies.set(path, reply)
    if (fault === "500 after") send(500, "{}")
    else if (fault === "cut after") request.socket.destroy()
    else if (fault === "wrong shape") send(200, '{"result":"ok"}')
    else if (fault === "half") send(200, reply.slice(0, reply.length / 2))
    else send(status, fault === "stale" ? (earlier ?? reply) : reply)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often each fault happened. */
    counts,
    /** How many requests reached the account system. */
    forwarded: () => forwarded,
    heal() {
      isHealed = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
