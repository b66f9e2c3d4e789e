import type { Message } from "#contracts/messages.ts"

/** A success and what else the server states about it, as one message. Others stay apart. */
export function inOnePanel(messages: readonly Message[]): Message[] {
  const [first] = messages
  if (first?.type !== "SUCCESS") return [...messages]
  return [{ ...first, content: messages.flatMap(({ content }) => content) }]
}
