import { Agent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import { setTimeout as wait } from "node:timers/promises"
import Stripe from "stripe"
import { GatewayAway, GatewaySilent, KeyReused, TokenRefused } from "../port.ts"
import { reasonOf } from "./charges.ts"

const { errors } = Stripe

/** What went wrong before a byte was sent. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"])
const inUse = ["idempotency_key_in_use", "lock_timeout"]

/**
 * The library's own client, without its habit of asking again by itself when a connection is
 * closed: where the second try is not even connected, that the first may have been heard is lost.
 * Each call has a connection of its own, for a kept one that was closed looks like one that broke.
 */
export function createPlainClient(isSecure: boolean): Stripe.HttpClient {
  const options = { keepAlive: false }
  const client = Stripe.createNodeHttpClient(
    isSecure ? new HttpsAgent(options) : new Agent(options),
  )
  const ask = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
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

/** Whether Stripe does not know what was named, or has let it go. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof errors.StripeInvalidRequestError)) return false
  return (
    error.code === "resource_missing" ||
    (error.code === "payment_method_unexpected_state" && error.statusCode === 400)
  )
}

/** What Stripe holds against a card or account; nothing where the error is about something else. */
export function refusalOf(error: unknown): TokenRefused | undefined {
  if (error instanceof errors.StripeCardError) return new TokenRefused(reasonOf(error))
  return isGone(error) ? new TokenRefused("token_unknown") : undefined
}

/** Asks again while another request with the same key is being answered. */
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
 * Throws what the port promises. A refusal to act (a wrong key, too many requests, a parameter) is
 * `GatewayAway`, for nothing was charged; an answer that did not come or says nothing is
 * `GatewaySilent`.
 */
export function asGatewayError(error: unknown): never {
  if (!(error instanceof errors.StripeError)) throw error
  const what = `Stripe: ${error.type} ${error.code ?? ""} ${error.requestId ?? ""}`.trim()
  if (error instanceof errors.StripeConnectionError) {
    const code = (error.detail as { code?: string } | undefined)?.code ?? ""
    throw unreached.has(code)
      ? new GatewayAway(what, { cause: error })
      : new GatewaySilent(what, { cause: error })
  }
  if (inUse.includes(error.code ?? "")) throw new GatewaySilent(what, { cause: error })
  if (error instanceof errors.StripeIdempotencyError) throw new KeyReused(what, { cause: error })
  const isUnclear = error.statusCode === undefined || error.statusCode >= 500
  throw isUnclear
    ? new GatewaySilent(what, { cause: error })
    : new GatewayAway(what, { cause: error })
}
