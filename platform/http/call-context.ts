import { AsyncLocalStorage } from "node:async_hooks"
import { randomBytes } from "node:crypto"
import type { FastifyInstance } from "fastify"

/** A call as the systems that it asks know it. */
interface CallContext {
  requestId: string
  /** The trace of the caller, as 32 hexadecimal digits. */
  traceId: string
}

const context = new AsyncLocalStorage<CallContext>()

/** Source: https://www.w3.org/TR/trace-context/ */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Keeps the id and the trace of each request for `outgoingTrace`. */
export function keepCallContext(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { traceparent: given } = request.headers
    const [, known] = traceparent.exec(typeof given === "string" ? given : "") ?? []
    context.run({ requestId: request.id, traceId: known ?? randomBytes(16).toString("hex") }, done)
  })
}

/** Headers for a request to another system. Work outside of calls, such as a job, has new ids. */
export function outgoingTrace(): Record<"x-request-id" | "traceparent", string> {
  const call = context.getStore()
  const traceId = call?.traceId ?? randomBytes(16).toString("hex")
  return {
    "x-request-id": call?.requestId ?? randomBytes(5).toString("hex"),
    traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
  }
}
