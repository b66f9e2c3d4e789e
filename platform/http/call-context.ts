import { AsyncLocalStorage } from "node:async_hooks"
import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { FastifyBaseLogger, FastifyInstance } from "fastify"

/** The context of a call, for the log and for requests to other systems. */
interface CallContext {
  requestId: string
  /** The trace of the caller, as 32 hexadecimal digits. */
  traceId: string
  /** The path of the contract row, without values; undefined for an unknown address. */
  route: string | undefined
}

const context = new AsyncLocalStorage<CallContext>()
const traceIds = new WeakMap<IncomingMessage, string>()

/** Source: https://www.w3.org/TR/trace-context/ */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace id of a request: the one in the caller's `traceparent`, or a new one. */
function traceIdOf(raw: IncomingMessage): string {
  const known = traceIds.get(raw)
  if (known !== undefined) return known
  const { traceparent: given } = raw.headers
  const [, named] = traceparent.exec(typeof given === "string" ? given : "") ?? []
  const traceId = named ?? randomBytes(16).toString("hex")
  traceIds.set(raw, traceId)
  return traceId
}

/** Creates the logger of a request, whose lines have its id and its trace. For Fastify. */
export function childLoggerFactory(
  logger: FastifyBaseLogger,
  bindings: object,
  options: object,
  raw: IncomingMessage,
): FastifyBaseLogger {
  return logger.child({ ...bindings, traceId: traceIdOf(raw) }, options)
}

/** Stores the id, the trace and the route of each request for `outgoingTrace` and for the log. */
export function keepCallContext(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url
    request.log = request.log.child({ route })
    reply.log = request.log
    context.run({ requestId: request.id, traceId: traceIdOf(request.raw), route }, done)
  })
}

/** A log whose lines contain the context of the call in which they are written, if there is one. */
export function callLog<Log extends Record<"info" | "warn" | "error", Write>>(log: Log) {
  const within = (write: "info" | "warn" | "error") => (data: object, text: string) => {
    const call = context.getStore()
    const about = call && { reqId: call.requestId, traceId: call.traceId, route: call.route }
    log[write]({ ...about, ...data }, text)
  }
  return { info: within("info"), warn: within("warn"), error: within("error") }
}

type Write = (data: object, text: string) => void

/** Headers for a request to another system. Work outside of calls, such as a job, gets new ids. */
export function outgoingTrace(): Record<"x-request-id" | "traceparent", string> {
  const call = context.getStore()
  const traceId = call?.traceId ?? randomBytes(16).toString("hex")
  return {
    "x-request-id": call?.requestId ?? randomBytes(5).toString("hex"),
    traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
  }
}
