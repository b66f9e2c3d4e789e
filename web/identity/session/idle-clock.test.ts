import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { noteActivity, noteExtension, startIdleClock } from "./activity.ts"
import { clockTime, isExtensionDue, secondsUntilLogout, spokenTime } from "./idle-clock.ts"

const original = Object.getOwnPropertyDescriptor(globalThis, "localStorage")
afterEach(() => {
  if (original) Object.defineProperty(globalThis, "localStorage", original)
  else Reflect.deleteProperty(globalThis, "localStorage")
})

const start = Date.UTC(2026, 2, 15, 12)
const minutes = (count: number) => start + count * 60_000

test("SESSION-04 a session ends 15 minutes after the last activity", () => {
  startIdleClock(start)
  assert.equal(secondsUntilLogout(start), 900)
  assert.equal(secondsUntilLogout(minutes(13)), 120)
  assert.equal(secondsUntilLogout(minutes(15)), 0)
  noteActivity(minutes(14))
  assert.equal(secondsUntilLogout(minutes(15)), 840)
})

test("the server is notified of activity at most once a minute, and of the last activity too", () => {
  startIdleClock(start)
  assert.equal(isExtensionDue(minutes(5)), false, "no one was active")
  noteActivity(minutes(0.5))
  assert.equal(isExtensionDue(minutes(0.9)), false, "it heard of the sign-in a moment ago")
  assert.equal(isExtensionDue(minutes(1)), true)
  noteExtension(minutes(1))
  assert.equal(isExtensionDue(minutes(3)), false)
})

test("the remaining time is displayed in full and announced in steps", () => {
  assert.deepEqual([120, 65, 9].map(clockTime), ["2:00", "1:05", "0:09"])
  assert.deepEqual([120, 60, 30, 10, 1].map(spokenTime), [
    "2 minutes",
    "1 minute",
    "30 seconds",
    "10 seconds",
    "10 seconds",
  ])
})

test("SESSION-04 a session survives a clock that is set back and ends 15 minutes later", () => {
  const items = new Map<string, string>()
  const value = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
  }
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true })
  for (const back of [5 / 60, 20, 24 * 60, 3 * 365 * 24 * 60]) {
    startIdleClock(start)
    const corrected = minutes(-back)
    assert.equal(secondsUntilLogout(corrected), 900, "in the open page")
    assert.equal(secondsUntilLogout(corrected + 15 * 60_000), 0)
    noteActivity(0)
    items.set("lastActivity", String(start))
    assert.equal(secondsUntilLogout(corrected), 900, "after the page was loaded again")
    assert.equal(secondsUntilLogout(corrected + 15 * 60_000), 0)
    assert.equal(isExtensionDue(corrected + 1), false)
    noteActivity(corrected + 60_000)
    assert.equal(isExtensionDue(corrected + 61_000), true, "the server hears of it")
  }
})
