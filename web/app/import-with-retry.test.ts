import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { connectivityText } from "#contracts/connectivity.ts"
import { CallError } from "#web/calls/api.ts"
import { ourFault } from "#web/shell/texts.ts"
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

/** An import whose code fails: each attempt throws the same error. */
async function importFailing(cause: Error) {
  let calls = 0
  const load = () => {
    calls += 1
    return Promise.reject(cause)
  }
  const error = await importWithRetry(load, [], [1, 2, 3]).catch((reason: unknown) => reason)
  return { error, calls }
}

test("LINES-01 a file whose own code fails does not show the connectivity text", async () => {
  for (const [cause, attempts] of [
    [new ReferenceError("Cannot access 'a' before initialization"), 1],
    [new SyntaxError("Unexpected token '<'"), 1],
    // Only its repetition distinguishes this error from a missing file.
    [new TypeError("a.map is not a function"), 2],
  ] as const) {
    const { error, calls } = await importFailing(cause)
    assert.ok(error instanceof CallError)
    assert.equal(error.message, ourFault)
    assert.equal(error.cause, cause)
    assert.equal(isFileNotLoaded(error), false)
    assert.equal(calls, attempts)
  }
})

test("LINES-01 Safari's repeated error about a missing file shows the connectivity text", async () => {
  const { error, calls } = await importFailing(new TypeError("Importing a module script failed."))
  assert.ok(isFileNotLoaded(error))
  assert.equal(calls, 4)
})

test("LINES-01 the code of a file that arrives after the browser was offline can fail", async () => {
  setOnline(false)
  const cause = new TypeError("a.map is not a function")
  const error = await importWithRetry(() => Promise.reject(cause)).catch((it: unknown) => it)
  assert.ok(isFileNotLoaded(error))
  const repeated = await error.again().catch((it: unknown) => it)
  assert.equal((repeated as CallError).message, ourFault)
})
