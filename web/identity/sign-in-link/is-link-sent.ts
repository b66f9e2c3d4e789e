import type { Message } from "#contracts/messages.ts"

/** Whether the server ignored the typed secret and replied that it emailed a link. */
export function isLinkSent(messages: readonly Message[]): boolean {
  return messages.some(({ messageId }) => messageId.endsWith(".linkSent"))
}
