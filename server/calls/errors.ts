import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { ApiError, type Message, type MessageId, messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"
import { DatabaseUnavailable } from "#database/unavailable.ts"
import type { Localize } from "#platform/localize.ts"
import { AccountSystemAway, AccountSystemRefused } from "#ports/policy-admin/port.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import { asksForPage, outagePage } from "../page/outage.ts"
import type { SiteAt } from "./sites.ts"

interface Options {
  localize: Localize
  siteAt: SiteAt
  /** The end of the client's planned maintenance window, in words; undefined outside of one. */
  plannedEndTextOf: (client: string) => Promise<string | undefined>
  /** The phone number for texts that ask the reader to call. */
  phoneNumberOf: (client: string) => Promise<string>
  /** The last known site of the host, for the page that a browser shows. */
  lastSiteAt: (request: FastifyRequest) => SiteRow | undefined
  /**
   * Called with the message of each answer that refuses a request because of too many requests;
   * once per request, even if its transaction was retried.
   */
  onTooMany: (message: MessageId) => void
}

/**
 * Answers every failed call with the error envelope of the API, worded for the client of the host.
 * An unexpected error is logged without the request's content, under the id that the person sees.
 */
export function handleErrors(
  app: FastifyInstance,
  { localize, siteAt, plannedEndTextOf, phoneNumberOf, lastSiteAt, onTooMany }: Options,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const outage = databaseOutage(error)
    const failure = failureOf(error, request.id)
    const { status } = messages[failure.messageId]
    const route = request.routeOptions.url
    // Field names are for programmers, so the message for people leaves them out.
    if (failure.messageId === "request.invalid") request.log.info({ route, ...failure.values })
    if (status === 429) onTooMany(failure.messageId)
    if (status >= 500) {
      // While one of these is unavailable every call fails alike, so one short line per call is
      // enough.
      const away = outage ?? (error instanceof AccountSystemAway ? error : undefined)
      if (away) request.log.warn({ route, reason: away.message }, failure.messageId)
      else {
        // We threw this error on purpose; do not log it as a failure.
        const level = error instanceof ApiError ? "warn" : "error"
        request.log[level]({ route, err: error }, failure.messageId)
      }
    }
    const usual = status === 429 ? linkSentSeconds : outage && retryAfterSeconds
    const seconds = failure.retryAfterSeconds ?? usual
    if (seconds !== undefined) reply.header("retry-after", seconds)
    const site = status >= 500 && asksForPage(request) && lastSiteAt(request)
    if (site) return await reply.code(status).send(outagePage(reply, site))
    const { whenAway } = request.routeOptions.config
    const isUndone = error instanceof AccountSystemAway && !(error instanceof AccountSystemRefused)
    const failures = isUndone && whenAway ? [failure, new ApiError(whenAway)] : [failure]
    const words = async () => {
      const site = await siteAt(request)
      if (!site) return failures.map(inOwnWords)
      const time = isUndone ? await plannedEndTextOf(site.client) : undefined
      const planned = time ? [new ApiError("accountSystem.planned", { time })] : []
      const asks = failures.some(({ messageId }) => asksToCall.test(messages[messageId].content))
      const phone: Record<string, string> = asks
        ? { phoneNumber: await phoneNumberOf(site.client) }
        : {}
      return await Promise.all(
        failures
          .toSpliced(1, 0, ...planned)
          .map(({ messageId, values }) =>
            localize(site.client, messageId, { ...phone, ...values }),
          ),
      )
    }
    // If the database with the wording is what failed, use the default wording: a second query
    // would only fail as slowly again.
    const asIs = failures.map(inOwnWords)
    const said = outage ? asIs : await words().catch(() => asIs)
    return await reply.code(status).send({ type: "error", data: { messages: said } })
  })
  app.setNotFoundHandler(() => {
    throw new ApiError("request.notFound")
  })
}

/** Answers a request whose address cannot be routed, such as `/%`. */
export function answerUnroutable(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure = failureOf(error, request.id)
  const body = { type: "error", data: { messages: [inOwnWords(failure)] } }
  reply.code(messages[failure.messageId].status).send(body)
}

const asksToCall = /\{phoneNumber\}/

function inOwnWords({ messageId, values }: ApiError): Message {
  const { type, content } = messages[messageId]
  return { type, content: [filled(content, values)], messageId }
}

function failureOf(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable) return new ApiError("server.unavailable")
  if (error instanceof AccountSystemRefused) return new ApiError("accountSystem.refused")
  if (error instanceof AccountSystemAway) return new ApiError("accountSystem.away")
  const code = (error as { code?: unknown }).code
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new ApiError("request.tooLarge")
  if (typeof code === "string" && code.startsWith("FST_ERR_CTP")) {
    return new ApiError("request.malformed")
  }
  const { statusCode } = error as { statusCode?: unknown }
  // The file does not exist or cannot be read.
  if (statusCode === 403 || statusCode === 404) return new ApiError("request.notFound")
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new ApiError("request.malformed")
  }
  return new ApiError("server.error", { requestId })
}

/** Seconds after which a failed-over database is mostly back. */
const retryAfterSeconds = 5

/**
 * Seconds until tries are allowed again after too many from unknown browsers: the full window of
 * those limits. The remaining time would reveal when others tried.
 */
const linkSentSeconds = 3600

/** The database outage that caused an error, also if another part wrapped it. */
function databaseOutage(error: unknown): DatabaseUnavailable | undefined {
  if (error instanceof DatabaseUnavailable) return error
  const cause = error instanceof AccountSystemAway ? error.cause : undefined
  return cause instanceof DatabaseUnavailable ? cause : undefined
}
