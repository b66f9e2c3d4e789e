import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { notifications } from "#web/shell/notifications/notifications.ts"
import { noteActivity } from "./activity.ts"
import { explainEnd } from "./end-message.ts"

const original = Object.getOwnPropertyDescriptor(globalThis, "localStorage")

afterEach(() => {
  notifications.set([])
  if (original) Object.defineProperty(globalThis, "localStorage", original)
  else Reflect.deleteProperty(globalThis, "localStorage")
})

test("LINES-05 a malformed end reason counts as a logout", () => {
  const reasons: [string | null, string][] = [
    ["idle", "session.idle"],
    ["refused", "session.ended"],
    ...[null, "", "toString", '{"foo":1}'].map((text): [string | null, string] => [
      text,
      "session.loggedOut",
    ]),
  ]
  for (const [stored, messageId] of reasons) {
    store({ sessionEnd: stored, lastActivity: "1" })
    assert.deepEqual(explained(), [messageId])
  }
})

test("LINES-05 a stored user without any activity does not count as inactive", () => {
  noteActivity(0)
  for (const lastActivity of [null, "soon"]) {
    store({ sessionEnd: "idle", lastActivity })
    assert.deepEqual(explained(), ["session.ended"])
  }
})

function store(items: Record<string, string | null>) {
  const value = { getItem: (key: string) => items[key] ?? null }
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true })
}

function explained(): string[] {
  notifications.set([])
  explainEnd()
  return notifications.get().map(({ messageId }) => messageId)
}
