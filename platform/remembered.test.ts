import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { remembered } from "./remembered.ts"

const short = { holdsMs: 60_000, mostMs: 60_000 }

test("parallel and later callers share one read, also a failed one", async () => {
  for (const outcome of [Promise.resolve(true), Promise.reject(new Error("away"))]) {
    outcome.catch(() => undefined)
    const read = mock.fn(() => outcome)
    const value = remembered(read, short)
    const expected = await outcome.catch(() => undefined)
    const all = await Promise.all(Array.from({ length: 20 }, value))
    assert.deepEqual(new Set([...all, await value()]), new Set([expected]))
    assert.equal(read.mock.callCount(), 1)
  }
})

test("a value is read again after its time is over", async () => {
  let reads = 0
  const value = remembered(async () => (reads += 1), { ...short, holdsMs: 0 })
  assert.deepEqual([await value(), await value()], [1, 2])
})

test("a read that takes too long returns undefined, and is not repeated while it runs", async () => {
  const slow = Promise.withResolvers<number>()
  const read = mock.fn(() => slow.promise)
  const value = remembered(read, { ...short, mostMs: 1 })
  assert.deepEqual([await value(), await value()], [undefined, undefined])
  slow.resolve(7)
  await slow.promise
  assert.deepEqual([await value(), read.mock.callCount()], [7, 1])
})
