import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { after, before, test } from "node:test"
import Fastify from "fastify"
import { answerUnreadable } from "./unreadable.ts"

const app = Fastify({
  clientErrorHandler: answerUnreadable,
  requestTimeout: 100,
  http: { headersTimeout: 100, connectionsCheckingInterval: 20 },
})

before(async () => {
  await app.listen({ port: 0, host: "127.0.0.1" })
})

after(() => app.close())

/** Everything that the server sends in reply to these bytes until it closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  socket.write(bytes, "latin1")
  return await text(socket)
}

const start = "GET / HTTP/1.1\r\nHost: a.example\r\n"
const unreadable: [what: string, bytes: string, status: number, messageId: string][] = [
  ["input that is not HTTP", "\u0016\u0003\u0001\u0002\r\n\r\n", 400, "request.malformed"],
  ["a method that does not exist", "GETS / HTTP/1.1\r\n\r\n", 400, "request.malformed"],
  ["a version that does not exist", "GET / HTTP/9\r\n\r\n", 400, "request.malformed"],
  ["a header without a name", `${start}: x\r\n\r\n`, 400, "request.malformed"],
  ["an invalid length", `${start}Content-Length: x\r\n\r\n`, 400, "request.malformed"],
  [
    "two lengths",
    `${start}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
    "request.malformed",
  ],
  ["endless headers", `${start}X: ${"a".repeat(20_000)}\r\n\r\n`, 431, "request.tooLarge"],
  ["half a request", start, 408, "request.malformed"],
]

for (const [what, bytes, status, messageId] of unreadable) {
  test(`ORIGIN-12 ${what} is answered with ${status} in the API's format, and the connection closes`, async () => {
    const answer = await answerTo(bytes)
    const [head = "", body = ""] = answer.split("\r\n\r\n")
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} \\w`))
    assert.match(head, /^connection: close$/m)
    assert.match(head, /^x-request-id: [0-9a-f]{10}$/m)
    assert.match(head, new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, "m"))
    const reply = JSON.parse(body)
    assert.equal(reply.type, "error")
    assert.deepEqual(
      reply.data.messages.map((message: { messageId: string }) => message.messageId),
      [messageId],
    )
  })
}
