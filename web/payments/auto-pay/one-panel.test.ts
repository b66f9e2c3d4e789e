import assert from "node:assert/strict"
import { test } from "node:test"
import type { Message } from "#contracts/messages.ts"
import { inOnePanel } from "./one-panel.ts"

const message = (type: Message["type"], text: string): Message => ({
  type,
  content: [text],
  messageId: text,
})

test("AUTOPAY-01 a change and its consequences are one message; refusals stay apart", () => {
  const added = message("SUCCESS", "on")
  const bankDay = message("INFO", "Monday")
  assert.deepEqual(inOnePanel([added, bankDay]), [{ ...added, content: ["on", "Monday"] }])
  const refused = [message("INFO", "refused"), bankDay]
  assert.deepEqual(inOnePanel(refused), refused)
})
