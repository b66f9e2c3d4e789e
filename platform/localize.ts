import { type Message, type MessageId, messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"

/** Returns a message for a client, with its values escaped. */
export type Localize = (
  client: string,
  messageId: MessageId,
  values?: Record<string, string>,
) => Promise<Message>

/** `ownText` finds a client's own text of a message, if it has one. */
export function createLocalize(
  ownText: (client: string, messageId: MessageId) => Promise<string | undefined>,
): Localize {
  return async (client, messageId, values = {}) => {
    const text = (await ownText(client, messageId)) ?? messages[messageId].content
    return { type: messages[messageId].type, content: [filled(text, values)], messageId }
  }
}
