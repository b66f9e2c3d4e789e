import { type Message, type MessageId, messages } from "#contracts/messages.ts"

/** Words a message for a client, its values escaped. */
export type Say = (
  client: string,
  messageId: MessageId,
  values?: Record<string, string>,
) => Promise<Message>

/** `ownText` finds a client's own wording of a message, if it has one. */
export function createSay(
  ownText: (client: string, messageId: MessageId) => Promise<string | undefined>,
): Say {
  return async (client, messageId, values = {}) => {
    const text = (await ownText(client, messageId)) ?? messages[messageId].content
    return { type: messages[messageId].type, content: [filled(text, values)], messageId }
  }
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value === undefined ? placeholder : escapeHtml(value)
  })
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
}
