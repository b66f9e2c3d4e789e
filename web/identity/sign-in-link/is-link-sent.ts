import type { Message } from "#contracts/messages.ts"
import { chunk } from "#web/app/chunk.tsx"

/** Few people see it. */
export const linkSentChunk = chunk(() => import("./link-sent.tsx"))

/** Whether the server compared nothing, and says that it emailed a link. */
export function isLinkSent(messages: readonly Message[]): boolean {
  return messages.some(({ messageId }) => messageId.endsWith(".linkSent"))
}
