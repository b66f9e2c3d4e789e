import { errorName } from "#platform/error-name.ts"
import { outgoingTrace } from "#platform/http/call-context.ts"
import { milliseconds } from "#platform/time.ts"
import { signedHeaders } from "#platform/webhooks/signature.ts"
import type { EventEndpoint } from "./endpoints.ts"

/** An endpoint that takes longer has failed. */
const trySeconds = 15

export class EventNotSent extends Error {
  override name = "EventNotSent"
  /** The status, or the code of the error. Never the endpoint's words. */
  reason: string
  /** The endpoint says that it is gone for good. */
  isGone: boolean

  constructor(reason: string, isGone = false) {
    super(`The event was not sent: ${reason}`)
    this.reason = reason
    this.isGone = isGone
  }
}

/**
 * Sends one signed event; returns once the endpoint has answered with a status from 200 to 299. It
 * follows no redirect, because the operator named this address and no other.
 *
 * Errors: `EventNotSent`, also when `stopping` ends the try.
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
  // The answer's body means nothing, however long it is.
  await response.body?.cancel()
  const { status } = response
  if (!response.ok) throw new EventNotSent(String(status), status === 410)
  return status
}
