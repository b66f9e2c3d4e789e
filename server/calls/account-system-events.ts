import type { FastifyInstance } from "fastify"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { Receipt } from "#services/events/received/received-events.ts"

/** Bytes. An event needs no more. */
const bodyLimit = 20_000

const statuses: Record<Receipt["result"], number> = {
  done: 204,
  repeated: 204,
  unverified: 401,
  malformed: 400,
  foreign: 403,
}

/**
 * Receives events of the account system at every host. The sender's name in the path selects the
 * secrets, and the secrets determine the sender's clients. docs/events.md explains them.
 */
export function serveAccountSystemEvents(
  app: FastifyInstance,
  receive: (message: {
    sender: string
    headers: Record<string, unknown>
    body: Buffer
    ip: string
  }) => Promise<Receipt>,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<{ Params: { sender: string }; Body: Buffer }>(
      "/account-system-events/:sender",
      async (request, reply) => {
        const { sender } = request.params
        const receipt = await receive({
          sender,
          headers: request.headers,
          body: request.body ?? Buffer.alloc(0),
          ip: limitedAddress(request.ip),
        })
        reply.code(statuses[receipt.result]).header("cache-control", "no-store")
        const { result } = receipt
        if (result === "done" || result === "repeated") return await reply.send()
        request.log.warn({ result }, "An event of the account system was refused.")
        return await reply.send(receipt)
      },
    )
    done()
  })
}
