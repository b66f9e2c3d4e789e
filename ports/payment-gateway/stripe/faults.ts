import { Agent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import { setTimeout as wait } from "node:timers/promises"
import Stripe from "stripe"
import {
  AuthorizationGone,
  ChargeRefused,
  GatewayAway,
  GatewaySilent,
  KeyReused,
  KeySpent,
  MethodGone,
  TokenRefused,
} from "../port.ts"
import { reasonOf, refusalCodes } from "./codes.ts"

const { errors } = Stripe

/** Errors that happen before any byte is sent. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])
const inUse = ["idempotency_key_in_use", "lock_timeout"]

/**
 * The library's own HTTP client, without its automatic retry on a closed connection: if the retry
 * fails to connect, it hides that Stripe may have received the first request. Each call uses a new
 * connection, because a closed kept-alive connection looks like a broken one. A call waits for its
 * `turn` before its time limit begins.
 */
export function createPlainClient(
  isSecure: boolean,
  turn: () => Promise<void> = async () => {},
): Stripe.HttpClient {
  const options = { keepAlive: false }
  const client = Stripe.createNodeHttpClient(
    isSecure ? new HttpsAgent(options) : new Agent(options),
  )
  const ask = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    await turn()
    try {
      return await ask(...request)
    } catch (error) {
      const { code = "" } = error as { code?: string }
      if (unreached.has(code) || code === "ETIMEDOUT") throw error
      throw new Error("The connection broke.", { cause: error })
    }
  }
  return client
}

/** Whether Stripe does not have an object in the request, or has removed it. */
export function isGone(error: unknown): boolean {
  const { StripeInvalidRequestError: Refused } = errors
  return error instanceof Refused && (error.code === "resource_missing" || error.statusCode === 404)
}

/** The texts that Stripe sends without a code. Source: stripe/stripe-php#1221, 2021. */
const wasDetached = /may not be used again|not attached to a customer|must save this PaymentMethod/i

/** Whether a method in the request is not attached to a customer any more. */
export function isDetached(error: unknown): boolean {
  const isRefusal = error instanceof errors.StripeInvalidRequestError && !error.code
  return isRefusal && wasDetached.test(error.message)
}

/** Returns undefined for an error about an object that Stripe does not have. */
export function noneIfGone(error: unknown): undefined {
  if (error instanceof MethodGone || isGone(error)) return undefined
  throw error
}

/** Stripe's objection to a card or account; undefined if the error is about something else. */
export function refusalOf(error: unknown): TokenRefused | undefined {
  if (error instanceof errors.StripeCardError) return new TokenRefused(reasonOf(error))
  if (isGone(error) || isDetached(error)) return new TokenRefused("token_unknown")
  const isAboutMethod =
    error instanceof errors.StripeInvalidRequestError && refusalCodes[error.code ?? ""] === "method"
  return isAboutMethod ? new TokenRefused("account_unusable") : undefined
}

/** The text that Stripe sends without a code. Source: opencollective/opencollective#6507, 2023. */
const needsMandate = /requires a mandate/i

/**
 * Stripe's refusal of a charge for good, before any network or bank was asked; undefined if the error
 * is about something else, such as a wrong key, a missing object or too many requests.
 */
export function chargeRefusalOf(error: unknown): ChargeRefused | AuthorizationGone | undefined {
  // Stripe also answers `api_error` with 4xx. Source: woocommerce/woocommerce-gateway-stripe#5899, 2026.
  const isRequest =
    error instanceof errors.StripeInvalidRequestError ||
    (error instanceof errors.StripeAPIError && (error.statusCode ?? 500) < 500)
  if (!isRequest || isGone(error)) return undefined
  const { code = "", message, type } = error
  if (inUse.includes(code)) return undefined
  const about = refusalCodes[code] ?? (needsMandate.test(message) ? "authorization" : "unknown")
  const shown = code || type
  return about === "authorization"
    ? new AuthorizationGone(shown, { cause: error })
    : new ChargeRefused(about, shown, { cause: error })
}

/** Retries while another request with the same key is in progress. */
export async function whileInUse<Result>(
  patienceMs: number,
  ask: () => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isInUse = error instanceof errors.StripeError && inUse.includes(error.code ?? "")
      if (!isInUse || performance.now() > until) throw error
      await wait(100)
    }
  }
}

/**
 * Throws the port's errors. A refusal to act (wrong key, too many requests, invalid parameter)
 * becomes `GatewayAway`, because nothing was charged. A missing or unclear answer becomes
 * `GatewaySilent`.
 */
export function asGatewayError(error: unknown): never {
  if (!(error instanceof errors.StripeError)) throw error
  const { type, code = "", param = "", requestId = "" } = error
  const what = `Stripe: ${[type, code, param, requestId].filter(Boolean).join(" ")}`
  if (error instanceof errors.StripeConnectionError) {
    const code = (error.detail as { code?: string } | undefined)?.code ?? ""
    throw unreached.has(code)
      ? new GatewayAway(what, { cause: error })
      : new GatewaySilent(what, { cause: error })
  }
  if (inUse.includes(error.code ?? "")) throw new GatewaySilent(what, { cause: error })
  if (error instanceof errors.StripeIdempotencyError) throw new KeyReused(what, { cause: error })
  // Stripe repeats the failure that it stored, also an answer 500. Source:
  // https://docs.stripe.com/api/idempotent_requests
  const isReplayed = error.headers?.["idempotent-replayed"] === "true"
  const isUnclear = error.statusCode === undefined || error.statusCode >= 500
  if (isUnclear && isReplayed) throw new KeySpent(what, { cause: error })
  throw isUnclear
    ? new GatewaySilent(what, { cause: error })
    : new GatewayAway(what, { cause: error })
}
