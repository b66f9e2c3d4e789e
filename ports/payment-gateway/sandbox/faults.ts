import type { Socket } from "node:net"
import type { FastifyReply } from "fastify"
import type { Charge, Refund } from "../port.ts"
import type { Outcome } from "./numbers.ts"
import { Refusal } from "./refusal.ts"

const slowMs = 30_000
/** Milliseconds; longer than any caller waits. */
const usualSilenceMs = 5 * 60_000

/** The faults that a documented number can trigger. */
export function createFaults({
  die,
  silenceMs = usualSilenceMs,
}: {
  die?: (() => void) | undefined
  /** How long a call that gets no answer stays open. */
  silenceMs?: number | undefined
}) {
  const held = new Set<Socket>()

  async function wait(ms: number, reply: FastifyReply): Promise<void> {
    const { socket } = reply.raw
    if (!socket) return
    held.add(socket)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      socket.once("close", () => {
        clearTimeout(timer)
        resolve()
      })
    })
    held.delete(socket)
  }

  const ways: Partial<Record<Outcome, (reply: FastifyReply, text: string) => Promise<unknown>>> = {
    async silent(reply) {
      await wait(silenceMs, reply)
      return cut(reply)
    },
    async slow(reply, text) {
      await wait(slowMs, reply)
      return await reply.type("application/json").send(text)
    },
    async twice(reply, text) {
      reply.hijack()
      const length = Buffer.byteLength(text)
      const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`
      reply.raw.socket?.end(answer + answer)
    },
    async dies(reply) {
      die?.()
      return cut(reply)
    },
  }

  return {
    /** Sends the charge, or treats the reply as documented for the number. */
    async tell(reply: FastifyReply, telling: Outcome, result: Charge | Refund | undefined) {
      if (telling === "away") throw new Refusal(503, "away")
      const unanswered = telling === "charged-silent" || telling === "unclear"
      const way = ways[unanswered ? "silent" : telling]
      return way ? await way(reply, JSON.stringify(result)) : result
    },
    /** Closes the connections that wait for an answer. */
    close() {
      for (const socket of held) socket.destroy()
    },
  }
}

function cut(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.socket?.destroy()
}
