import { errorName } from "#platform/error-name.ts"
import { outgoingTrace } from "#platform/http/call-context.ts"
import { milliseconds } from "#platform/time.ts"
import { signedHeaders } from "#platform/webhooks/signature.ts"
import type { EventEndpoint } from "./endpoints.ts"

/** Seconds after which an attempt counts as failed. */
const trySeconds = 15

export class EventNotSent extends Error {
  override name = "EventNotSent"
  /** The HTTP status or the error code. Never text from the endpoint. */
  reason: string
  /** Whether the endpoint answered that it is permanently gone. */
  isGone: boolean

  constructor(reason: string, isGone = false) {
    super(`The event was not sent: ${reason}`)
    this.reason = reason
    this.isGone = isGone
  }
}

/**
 * Sends one signed event; returns once the endpoint has answered with a status from 200 to 299. It
 * does not follow redirects, because the operator configured this address only.
 *
 * Errors: `EventNotSent`, also when `stopping` ends the attempt.
 */
export async function sendEvent(
  { url, secrets }: Pick<EventEndpoint, "url" | "secrets">,
  event: { id: string; at: Date; body: string },
  stopping?: AbortSignal,
): Promise<number> {
  const timeout = AbortSignal.timeout(milliseconds({ seconds: trySeconds }))
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "My-Account",
      ...outgoingTrace(),
      ...signedHeaders(secrets, event),
    },
    body: event.body,
    redirect: "manual",
    signal: stopping ? AbortSignal.any([stopping, timeout]) : timeout,
  }).catch((error: Error) => {
    throw new EventNotSent(errorName(error.cause ?? error))
  })
  // The response body is irrelevant, however long it is.
  await response.body?.cancel()
  const { status } = response
  if (!response.ok) throw new EventNotSent(String(status), status === 410)
  return status
}
