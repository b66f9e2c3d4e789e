import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { connectivityText } from "#contracts/connectivity.ts"
import { importWithRetry, isFileNotLoaded } from "./import-with-retry.ts"

const module = { default: "screen" }

/** An import that fails `times` times. */
function failing(times: number) {
  let calls = 0
  async function load() {
    calls += 1
    if (calls <= times) throw new TypeError("http://localhost/assets/a.js")
    return module
  }
  return { load, calls: () => calls }
}

function setOnline(isOnline: boolean) {
  Object.defineProperty(navigator, "onLine", { value: isOnline, configurable: true })
}

beforeEach(() => setOnline(true))
afterEach(() => {
  Reflect.deleteProperty(navigator, "onLine")
})

test("LINES-01 a file that does not arrive is requested again after each pause", async () => {
  const { load, calls } = failing(2)
  assert.equal(await importWithRetry(load, [], [1, 2, 3]), module)
  assert.equal(calls(), 3)
})

test("LINES-01 the last failure shows the connectivity text and can be retried", async () => {
  const { load, calls } = failing(4)
  const error = await importWithRetry(load, [], [1, 2]).catch((reason: unknown) => reason)
  assert.ok(isFileNotLoaded(error))
  assert.equal(error.message, connectivityText)
  assert.equal(calls(), 3)
  await assert.rejects(error.again(), isFileNotLoaded)
  assert.equal(await error.again(), module)
  assert.equal(calls(), 5)
})

test("LINES-01 an offline browser reports the failure immediately", async () => {
  setOnline(false)
  const { load, calls } = failing(1)
  await assert.rejects(importWithRetry(load), isFileNotLoaded)
  assert.equal(calls(), 1)
})
