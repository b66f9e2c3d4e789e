import type { Message } from "#contracts/messages.ts"
import { CallError, StepUpDeclined } from "#web/calls/api.ts"
import * as texts from "./texts.ts"

const unexpected: Message = {
  type: "ERROR",
  content: [texts.anUnexpectedErrorOccurred],
  messageId: "profile.unexpected",
}

/** The messages of a failed change, for its dialog; none if the person canceled it. */
export function profileErrors(error: unknown): readonly Message[] {
  if (error instanceof StepUpDeclined) return []
  if (!(error instanceof CallError)) return [unexpected]
  const hasNoMessage = error.messages.every(({ messageId }) => messageId === "network.unreachable")
  // A reply without messages does not come from the portal. Without a reply, the connection failed.
  return hasNoMessage && error.status !== 0 ? [unexpected] : error.messages
}
