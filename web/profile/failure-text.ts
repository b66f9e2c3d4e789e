import { CallError, StepUpDeclined } from "#web/calls/api.ts"
import * as texts from "./texts.ts"

/** Said where a change failed and nobody says why. */
const unexpectedText = texts.anUnexpectedErrorOccurred

/** Why a change failed, a line each, to be shown in the dialog that it was made in. */
export function failureLines(error: unknown): string[] {
  if (error instanceof StepUpDeclined) return []
  if (!(error instanceof CallError)) return [unexpectedText]
  const isUnsaid = error.messages.every(({ messageId }) => messageId === "network.unreachable")
  // Somebody answered, but not the portal; without an answer it is the connection.
  if (isUnsaid && error.status !== 0) return [unexpectedText]
  return error.messages.flatMap(({ content }) => content)
}
