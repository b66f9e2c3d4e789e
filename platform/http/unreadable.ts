import { randomBytes } from "node:crypto"
import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { type MessageId, messages } from "#contracts/messages.ts"
import { nothingPolicy } from "./headers.ts"

/** Short enough to read out over the phone. */
export function newRequestId(): string {
  return randomBytes(5).toString("hex")
}

/** Status by the code of Node's error; all others are 400. Source: "clientError" of node:http. */
const answers: Partial<Record<string, { status: number; messageId: MessageId }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, messageId: "request.malformed" },
  HPE_HEADER_OVERFLOW: { status: 431, messageId: "request.tooLarge" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, messageId: "request.tooLarge" },
}

/**
 * Answers bytes that are not an HTTP request with the API's error envelope, and closes the
 * connection. There is no request, so the site is unknown and the default texts are used.
 */
export function answerUnreadable(error: { code?: string } & Error, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const { status, messageId } = answers[error.code ?? ""] ?? unreadable
  const { type, content } = messages[messageId]
  const message = { type, content: [content], messageId }
  const body = JSON.stringify({ type: "error", data: { messages: [message] } })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${newRequestId()}`,
    "x-content-type-options: nosniff",
    `content-security-policy: ${nothingPolicy}`,
    "cache-control: no-store",
    "connection: close",
  ]
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`)
  socket.destroySoon()
}

const unreadable: { status: number; messageId: MessageId } = {
  status: 400,
  messageId: "request.malformed",
}
