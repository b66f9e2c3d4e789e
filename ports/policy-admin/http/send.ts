import { Agent, type Dispatcher, request } from "undici"
import { z } from "zod"
import { outgoingTrace } from "#platform/http/call-context.ts"
import { problemShape } from "../contract/problems.ts"
import { type FailureFacts, Misfit, Refused, Unanswered } from "./failures.ts"
import type { Tokens } from "./tokens.ts"

/** Files of mutual TLS, as text. */
export interface Tls {
  cert?: string
  key?: string
  /** Certificates of the authority that issued the account system's certificate. */
  ca?: string
}

/** One request to send. */
export interface Sending {
  method: "GET" | "POST"
  path: string
  body: string | undefined
  idempotencyKey: string | undefined
  signal: AbortSignal
}

/** Bytes. A page of documents of one person is far smaller. */
const largestReply = 32_000_000
const mostConnections = 64

/** Connections that stay open between requests. Each operation sets its own time limit. */
export function openConnections({ cert, key, ca }: Tls = {}): Agent {
  return new Agent({
    connections: mostConnections,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: largestReply,
    connect: { timeout: 3_000, ...(cert && { cert, key }), ...(ca && { ca }) },
  })
}

/** Statuses after which a repetition may succeed. */
const passing = [408, 425, 500, 502, 503, 504]

/**
 * Sends a request once, or twice if a token that may be renewed was refused, and returns the JSON
 * of the reply.
 *
 * Errors: `Unanswered`, `Refused`, `Misfit`, with facts for the log.
 */
export function createSend(url: string, tokens: Tokens, dispatcher: Dispatcher) {
  async function sendWith(token: string, { method, path, body, ...sending }: Sending) {
    const { idempotencyKey, signal } = sending
    const headers: Record<string, string> = {
      ...outgoingTrace(),
      authorization: `Bearer ${token}`,
      accept: "application/json, application/problem+json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    }
    const to = { method, headers, signal, dispatcher, ...(body !== undefined && { body }) }
    const reading = request(url + path, to).then(async (answer) => {
      return { status: answer.statusCode, text: await answer.body.text() }
    })
    return await reading.catch((error: unknown) => sayUnanswered(error, url))
  }

  return async function send(sending: Sending): Promise<unknown> {
    let token = await tokens.current()
    let { status, text } = await sendWith(token, sending)
    if (status === 401 && tokens.refused(token)) {
      token = await tokens.current()
      ;({ status, text } = await sendWith(token, sending))
    }
    if (status === 200) return jsonOf(text)
    const facts = { status, ...problemOf(text, sending.body) }
    throw passing.includes(status)
      ? new Unanswered("The account system failed.", facts)
      : new Refused("The account system refused the request.", facts)
  }
}

/**
 * Keeps only codes of the contract and places in the request, because a server may quote the
 * request.
 */
function problemOf(text: string, body = ""): FailureFacts {
  const { data } = problem.safeParse(safely(() => JSON.parse(text)))
  if (!data) return {}
  const { code: reason, field } = data
  const isPlace = field
    ?.split(".")
    .every((name) => /^\d+$/.test(name) || body.includes(`"${name}":`))
  return { reason, ...(isPlace && { field }) }
}

const problem = z.object({
  code: problemShape.shape.code,
  field: z.string().max(100).optional().catch(undefined),
})

function jsonOf(text: string): unknown {
  const read = safely(() => JSON.parse(text))
  if (read === undefined) throw new Misfit("The account system's reply is not JSON.")
  return read
}

/** Returns undefined on an error, because its message would quote the text. */
function safely(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

function sayUnanswered(error: unknown, url: string): never {
  const isEncrypted = url.startsWith("https:")
  const text =
    isEncrypted && isClosedUnread(error) ? closedUnread : "The account system did not answer."
  throw new Unanswered(text, { reason: reasonOf(error) })
}

/**
 * A server may close a connection without a reply when it does not accept the caller's certificate.
 */
const closedUnread =
  "The account system closed an encrypted connection without a reply. Does it accept the certificate in POLICY_ADMIN_TLS_CERT?"

function isClosedUnread(error: unknown): boolean {
  const { code, socket } = error as { code?: unknown; socket?: { bytesRead?: number } | null }
  return code === "ECONNRESET" || (code === "UND_ERR_SOCKET" && socket?.bytesRead === 0)
}

/** What ended a request: `timeout`, or the code of a connection error. */
function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown }
  return name === "TimeoutError" ? "timeout" : typeof code === "string" ? code : (name ?? "unknown")
}
