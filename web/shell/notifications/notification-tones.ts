import type { Message } from "#contracts/messages.ts"
import type { AlertTone } from "#web/ui/alert.tsx"

/** A page that is older than the server may not recognize a type. */
const tones: Partial<Record<string, AlertTone>> = {
  INFO: "info",
  SUCCESS: "success",
  FAILURE: "warning",
  ERROR: "warning",
  CLIENT_MISMATCH: "warning",
} satisfies Record<Message["type"], AlertTone>

/** The messages grouped by the tone of their alert, each group in the original order. */
export function byTone(messages: readonly Message[]): Record<AlertTone, Message[]> {
  const groups: Record<AlertTone, Message[]> = { info: [], success: [], warning: [] }
  for (const message of messages) groups[tones[message.type] ?? "info"].push(message)
  return groups
}
