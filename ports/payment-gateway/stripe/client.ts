import Stripe from "stripe"
import { stripeAddress } from "./addresses.ts"
import { createPlainClient } from "./faults.ts"
import { createPace } from "./pace.ts"

export interface StripeConnection {
  /** https://api.stripe.com, except in tests. */
  address?: string
  /** How long to wait for an answer. */
  timeoutMs: number
  /** The most calls a second; any number if absent. */
  callsPerSecond?: number
}

/** The version that the code was written for. The Stripe account's default does not apply. */
export const apiVersion = "2026-10-28.endive"

/** Stripe's library, for calls with this key. */
export function connectToStripe(
  key: string,
  { address = stripeAddress, timeoutMs, callsPerSecond }: StripeConnection,
): Stripe {
  const { protocol, hostname, port } = new URL(address)
  const pace = callsPerSecond === undefined ? undefined : createPace(callsPerSecond)
  return new Stripe(key, {
    host: hostname,
    port: port === "" ? 443 : port,
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    httpClient: createPlainClient(protocol === "https:", pace),
    // The caller decides about retries: it has recorded the payment's state by then.
    maxNetworkRetries: 0,
    telemetry: false,
    apiVersion,
  })
}
