import { once } from "node:events"
import { type IncomingHttpHeaders, request } from "node:http"
import { text } from "node:stream/consumers"

export interface Sent {
  method: string
  path: string
  /** Undefined leaves a header out. */
  headers: Record<string, string | undefined>
  body?: string | undefined
}

export interface Answer<Reply> {
  status: number
  headers: IncomingHttpHeaders
  /** The reply of a successful call. */
  reply: Reply
  /** The ids of the errors; empty for a successful call. */
  messageIds: string[]
  /** The body as received. */
  text: string
}

/** Longer than any call takes: a connection that stays silent would otherwise hang the caller. */
const silenceMs = 120_000

/**
 * Sends a request to the server on this machine, without resolving the host's name.
 *
 * Errors: a connection that is refused, cut off, or silent for two minutes.
 */
export async function sendHttp<Reply>(
  port: number,
  host: string,
  { method, path, headers, body }: Sent,
): Promise<Answer<Reply>> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  const outgoing = request({
    port,
    host: "127.0.0.1",
    method,
    path,
    headers: {
      host: `${host}:${port}`,
      // Node adds this header automatically only for some methods.
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
      ...Object.fromEntries(given),
    },
  })
  outgoing.setTimeout(silenceMs, () => {
    outgoing.destroy(new Error(`${method} ${path} got no answer in ${silenceMs / 1_000} s.`))
  })
  outgoing.end(body)
  const [incoming] = await once(outgoing, "response")
  const received = await text(incoming)
  const isJson = incoming.headers["content-type"]?.startsWith("application/json")
  const parsed = isJson ? JSON.parse(received) : undefined
  const failures: { messageId: string }[] = parsed?.type === "error" ? parsed.data.messages : []
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    reply: parsed as Reply,
    messageIds: failures.map(({ messageId }) => messageId),
    text: received,
  }
}
