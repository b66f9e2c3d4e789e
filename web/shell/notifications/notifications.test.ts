import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import type { Message } from "#contracts/messages.ts"
import {
  clearNotifications,
  keepNotificationsOf,
  notifications,
  notify,
  removeNotifications,
} from "./notifications.ts"

const sent: Message = { type: "SUCCESS", content: ["It was sent."], messageId: "sent" }
const ended: Message = { type: "ERROR", content: ["It has ended."], messageId: "ended" }

function shown() {
  return notifications.get().map(({ messageId }) => messageId)
}

beforeEach(clearNotifications)

test("SHELL-07 a route change clears all messages of the previous screen", () => {
  notify([sent, ended], "/dashboard")
  keepNotificationsOf("/dashboard")
  assert.deepEqual(shown(), ["sent", "ended"])
  keepNotificationsOf("/")
  assert.deepEqual(shown(), [])
})

test("a message for the next screen survives the navigation to it", () => {
  notify([sent], "/dashboard")
  notify([ended], "/")
  keepNotificationsOf("/")
  assert.deepEqual(shown(), ["ended"])
})

test("the same message is shown once", () => {
  notify([ended], "/")
  notify([ended], "/")
  assert.deepEqual(shown(), ["ended"])
})

test("SHELL-10 the messages of an earlier attempt stay until the reply arrives, so that a double click hits nothing that moved, and are replaced even by the same message", () => {
  notify([sent, ended], "/")
  const earlier = notifications.get()
  notify([ended], "/")
  removeNotifications(earlier)
  assert.deepEqual(shown(), ["ended"])
})
