import { randomBytes } from "node:crypto"
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify"
import type { Clock } from "#platform/clock.ts"
import type { OperationName } from "#ports/policy-admin/contract/operations.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { servePolicyAdmin } from "#ports/policy-admin/served/served.ts"

/**
 * The fault of a request: no answer (503), a refusal of the change or of our credentials, or a
 * connection that is cut before or after the work.
 */
export type Fault = "away" | "refused" | "unauthorized" | "cutBefore" | "cutAfter"

type Json = Record<string, unknown>
type Changed = (reply: Json, asked: Json) => unknown

const statuses = { away: 503, refused: 400, unauthorized: 401 }
const codes = { away: "away", refused: "invalid", unauthorized: "unauthorized" }

/** Serves an account system over HTTP with the faults, outages and answers that a test chooses. */
export async function serveWithFaults(policyAdmin: PolicyAdmin, clock: Clock) {
  const token = randomBytes(16).toString("hex")
  const app = Fastify({ forceCloseConnections: true })
  const answers = new Map<string, Changed>()
  const held = new Map<string, PromiseWithResolvers<void>>()
  const asked: string[] = []
  let tokens = 0
  let fault: (operation: string) => Fault | undefined = () => undefined

  const nameOf = ({ url }: FastifyRequest) => url.slice(url.lastIndexOf("/") + 1)

  function fail(reply: FastifyReply, kind: "away" | "refused" | "unauthorized") {
    const status = statuses[kind]
    const problem = { type: "about:blank", title: kind, status, code: codes[kind] }
    return reply.code(status).type("application/problem+json").send(JSON.stringify(problem))
  }

  app.post("/token", async () => {
    tokens += 1
    return { access_token: token, token_type: "Bearer", expires_in: 3_600 }
  })
  app.addContentTypeParser("application/x-www-form-urlencoded", (_request, _payload, done) =>
    done(null),
  )
  app.addHook("onRequest", async (request, reply) => {
    const name = nameOf(request)
    if (name === "token") return
    asked.push(name)
    await held.get(name)?.promise
    const now = fault(name)
    if (now === "cutBefore") request.raw.destroy()
    else if (now && now !== "cutAfter") return fail(reply, now)
  })
  app.addHook("onSend", async (request, _reply, payload) => {
    const name = nameOf(request)
    if (fault(name) === "cutAfter") {
      request.raw.destroy()
      return payload
    }
    const change = answers.get(name)
    if (!change || typeof payload !== "string") return payload
    return JSON.stringify(change(JSON.parse(payload), (request.body ?? {}) as Json))
  })
  await app.register(servePolicyAdmin, { policyAdmin, clock, token })
  const url = await app.listen({ port: 0, host: "127.0.0.1" })

  return {
    url,
    settings: { POLICY_ADMIN_URL: url, POLICY_ADMIN_TOKEN: token },
    /** The settings of an installation that uses OAuth tokens. */
    oauth: {
      POLICY_ADMIN_URL: url,
      POLICY_ADMIN_TOKEN_URL: `${url}/token`,
      POLICY_ADMIN_CLIENT_ID: "portal",
      POLICY_ADMIN_CLIENT_SECRET: "a-secret-of-the-tests",
    },
    /** The requested operations, in order. */
    asked,
    tokensGiven: () => tokens,
    /** Makes these operations, or all, fail with this fault. */
    fail(kind: Fault, ...of: (OperationName | "issueBills")[]) {
      fault = (name) => (of.length === 0 || of.includes(name as OperationName) ? kind : undefined)
    },
    /** Makes the next requests of this operation fail with these faults, one each. */
    failNext(operation: OperationName, ...kinds: Fault[]) {
      const before = fault
      // The request and the answer each take a fault from the list, so each fault is added twice.
      const left = kinds.flatMap((kind) => (kind === "cutAfter" ? [kind, kind] : [kind]))
      fault = (name) => (name === operation && left.length > 0 ? left.shift() : before(name))
    },
    /** Makes the server unavailable at these times, such as from 1 to 4 a.m. */
    closeWhile(isClosed: (now: Temporal.Instant) => boolean) {
      fault = () =>
        isClosed(Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())) ? "away" : undefined
    },
    answerAgain() {
      fault = () => undefined
    },
    /** Makes this operation return a changed answer. */
    answer(operation: OperationName, change: Changed) {
      answers.set(operation, change)
    },
    /** Holds the answers of this operation until the returned function is called. */
    hold(operation: OperationName): () => void {
      const waiting = Promise.withResolvers<void>()
      held.set(operation, waiting)
      return () => {
        held.delete(operation)
        waiting.resolve()
      }
    },
    /** Releases all held answers. */
    release() {
      for (const { resolve } of held.values()) resolve()
      held.clear()
    },
    async close() {
      for (const { resolve } of held.values()) resolve()
      await app.close()
    },
  }
}
