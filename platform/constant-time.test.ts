import assert from "node:assert/strict"
import { test } from "node:test"
import { inSameTime } from "./constant-time.ts"

const slot = 200

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await inSameTime(work).catch(() => {})
  return performance.now() - start
}

function wait(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

test("quick, slower and failing work all end with the slot", async () => {
  const times = await Promise.all([
    timed(async () => {}),
    timed(() => wait(80)),
    timed(async () => {
      throw new Error("no")
    }),
  ])
  // Timers may fire a millisecond early.
  for (const time of times) assert.ok(time >= slot - 2, `${time} ms`)
})

test("work that outlasts a slot ends with a later one", async () => {
  const time = await timed(() => wait(slot + 50))
  assert.ok(time >= 2 * slot - 2, `${time} ms`)
})

test("the result or error of the work is passed on", async () => {
  assert.equal(await inSameTime(async () => 7), 7)
  await assert.rejects(
    inSameTime(async () => {
      throw new Error("no")
    }),
    /^Error: no$/,
  )
})
