import type { FastifyInstance } from "fastify"
import { Failure, messages } from "#contracts/messages.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { SiteRow } from "#services/appcontent/clients.ts"
import type { Say } from "#services/say.ts"
import { hostOf } from "./sites.ts"

interface Needs {
  say: Say
  siteByHost: (host: string) => Promise<SiteRow | undefined>
}

/**
 * Answers every failed call with the error envelope of the API, worded for the client of the
 * host. What was not expected is logged without the request's content, under the id that the
 * person sees.
 */
export function handleErrors(app: FastifyInstance, { say, siteByHost }: Needs): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error, request.id)
    const { status, type, content } = messages[failure.messageId]
    if (status >= 500) {
      // A refusal of our own choosing is no fault to be looked into.
      const level = error instanceof Failure ? "warn" : "error"
      request.log[level]({ route: request.routeOptions.url, err: error }, failure.messageId)
    }
    if (failure.retryAfterSeconds !== undefined) {
      reply.header("retry-after", failure.retryAfterSeconds)
    }
    const words = async () => {
      const site = await siteByHost(hostOf(request))
      return await say(site?.client ?? "", failure.messageId, failure.values)
    }
    // Where the wording is kept in the database and that is what failed, the default has to do.
    const asIs = { type, content: [content], messageId: failure.messageId }
    const message = await words().catch(() => asIs)
    return await reply.code(status).send({ type: "error", data: { messages: [message] } })
  })
  app.setNotFoundHandler(() => {
    throw new Failure("request.notFound")
  })
}

function failureOf(error: unknown, requestId: string): Failure {
  if (error instanceof Failure) return error
  if (error instanceof AccountSystemAway) return new Failure("accountSystem.away")
  const code = (error as { code?: unknown }).code
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Failure("request.tooLarge")
  if (typeof code === "string" && code.startsWith("FST_ERR_CTP")) {
    return new Failure("request.malformed")
  }
  if ((error as { statusCode?: unknown }).statusCode === 400) {
    return new Failure("request.malformed")
  }
  if (typeof code === "string" && isDatabaseAway(code)) return new Failure("server.unavailable")
  return new Failure("server.error", { requestId })
}

/** Connection refused, lost or shutting down; PostgreSQL's classes 08 and 57P. */
function isDatabaseAway(code: string): boolean {
  return /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|08\w{3}|57P\w{2})$/.test(code)
}
