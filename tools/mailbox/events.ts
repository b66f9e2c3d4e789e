import type { IncomingMessage } from "node:http"
import { verifiedId } from "#platform/webhooks/signature.ts"

/** A received event, with its webhook-id header. */
export interface ArrivedEvent {
  id: string
  event: unknown
}

const mostKept = 500
const largestBytes = 100_000

/** The events that the mailbox received as an endpoint, newest first. */
export function createEventInbox(secrets: () => readonly string[]) {
  const events: ArrivedEvent[] = []

  /** Stores a signed event, once. Returns the status to answer with. */
  async function receive(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > largestBytes) return 413
      chunks.push(chunk)
    }
    const body = Buffer.concat(chunks)
    const id = verifiedId(secrets(), request.headers, body, new Date())
    if (id === undefined) return 401
    if (!events.some((one) => one.id === id)) {
      events.unshift({ id, event: JSON.parse(body.toString("utf8")) })
      events.splice(mostKept)
    }
    return 204
  }

  return { receive, list: () => [...events] }
}
