import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import type { Clock } from "#platform/clock.ts"
import { type Operation, pathOf } from "../contract/operation.ts"
import { type OperationName, operations } from "../contract/operations.ts"
import { type ProblemCode, problems } from "../contract/problems.ts"
import { AccountSystemAway, type PolicyAdmin } from "../port.ts"
import { answersOf } from "./answers.ts"
import { createReplies, type GivenReplies, KeyReused } from "./replies.ts"

interface Options {
  policyAdmin: PolicyAdmin
  clock: Clock
  /** The Bearer token that every caller must send. */
  token: string
  /** Stores the replies to changes; in memory by default. */
  replies?: GivenReplies
}

/** An error response to a request. `field` is the place in the request. */
class Problem extends Error {
  readonly code: ProblemCode
  readonly field: string | undefined

  constructor(code: ProblemCode, field?: string) {
    super(problems[code].meaning)
    this.code = code
    this.field = field
  }
}

/** Serves an account system over the contract, as a plugin of Fastify. */
export function servePolicyAdmin(
  app: FastifyInstance,
  { policyAdmin, clock, token, replies }: Options,
  done: () => void,
): void {
  const answers = answersOf(policyAdmin)
  const once = createReplies(clock, replies)
  const isToken = tokenCheck(token)
  // Any web page could send a form or plain text.
  app.removeContentTypeParser("text/plain")
  app.setNotFoundHandler((_request, reply) => refuse(reply, new Problem("unknownOperation")))
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error as Error)
    if (problem.code === "failed") request.log.error({ err: error }, "An operation failed.")
    return refuse(reply, problem)
  })
  app.addHook("onRequest", async (request) => {
    const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? []
    if (!isToken(given)) throw new Problem("unauthorized")
  })

  for (const name of Object.keys(operations) as OperationName[]) {
    const row: Operation = operations[name]
    app.route({
      method: row.method,
      url: pathOf(name),
      async handler(request, reply) {
        const asked = requestOf(row, request.body ?? {})
        const answer = answers[name] as (asked: unknown, signal: AbortSignal) => Promise<unknown>
        const signal = untilHungUp(reply)
        const make = async () => JSON.stringify(z.encode(row.reply, await answer(asked, signal)))
        const text = row.sameChange
          ? await once(`${name} ${keyOf(request.headers)}`, JSON.stringify(request.body), make)
          : await make()
        return reply.type("application/json").send(text)
      },
    })
  }
  done()
}

/** Compares in constant time. */
function tokenCheck(token: string): (given: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  const expected = digest(token)
  return (given) => timingSafeEqual(digest(given), expected)
}

/** Errors: a `Problem` that names the first wrong or unknown field. */
function requestOf({ request }: Operation, body: unknown): unknown {
  const read = z.safeDecode(request, body as never)
  if (!read.success) throw new Problem("invalid", read.error.issues[0]?.path.join("."))
  // The shapes drop unknown fields, but an unread field may be a misspelled one.
  const unknown = unknownField(body, z.encode(request, read.data))
  if (unknown !== undefined) throw new Problem("invalid", unknown)
  return read.data
}

/** The first field of `given` that `known` does not have, such as question.minimun. */
function unknownField(given: unknown, known: unknown, place: string[] = []): string | undefined {
  if (typeof given !== "object" || given === null) return undefined
  for (const [name, value] of Object.entries(given)) {
    const at = [...place, name]
    if (typeof known !== "object" || known === null || !Object.hasOwn(known, name)) {
      return at.join(".")
    }
    const inside = unknownField(value, (known as Record<string, unknown>)[name], at)
    if (inside !== undefined) return inside
  }
  return undefined
}

function keyOf(headers: Record<string, unknown>): string {
  const key = headers["idempotency-key"]
  if (typeof key === "string" && key.length >= 16 && key.length <= 200) return key
  throw new Problem("invalid", "Idempotency-Key")
}

function untilHungUp(reply: FastifyReply): AbortSignal {
  const hungUp = new AbortController()
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) hungUp.abort(new Error("The caller hung up."))
  })
  return hungUp.signal
}

function problemOf(error: Error & { statusCode?: number }): Problem {
  if (error instanceof Problem) return error
  if (error instanceof KeyReused) return new Problem("keyReused")
  if (error instanceof AccountSystemAway) return new Problem("away")
  if (error.statusCode === 413) return new Problem("tooLarge")
  const isBadRequest = error.statusCode !== undefined && error.statusCode < 500
  return new Problem(isBadRequest ? "invalid" : "failed", isBadRequest ? "" : undefined)
}

/** Source of the form: RFC 9457. */
function refuse(reply: FastifyReply, { code, message, field }: Problem) {
  const { status } = problems[code]
  const body = { type: "about:blank", title: message, status, code, field }
  return reply.code(status).type("application/problem+json").send(JSON.stringify(body))
}
