import assert from "node:assert/strict"
import { test } from "node:test"
import type { Message } from "#contracts/messages.ts"
import { byTone } from "./notification-tones.ts"

function message(type: Message["type"]): Message {
  return { type, content: [type], messageId: type }
}

test("SHELL-07 failures, errors and mismatches are warnings, and INFO is separate", () => {
  const groups = byTone([
    message("ERROR"),
    message("INFO"),
    message("SUCCESS"),
    message("FAILURE"),
    message("CLIENT_MISMATCH"),
  ])
  assert.deepEqual(groups, {
    info: [message("INFO")],
    success: [message("SUCCESS")],
    warning: [message("ERROR"), message("FAILURE"), message("CLIENT_MISMATCH")],
  })
})
