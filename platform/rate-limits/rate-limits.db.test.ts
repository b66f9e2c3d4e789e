// @prove-also models

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createTestClock, type TestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { modelSeeds } from "#testing/model-seeds.ts"
import { createRandom } from "#testing/random.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { createRateLimits, type RateLimit, type RateLimits } from "./rate-limits.ts"

let database: Database
let clock: TestClock
let rateLimits: RateLimits

before(async () => {
  database = await openTestDatabase()
  clock = createTestClock()
  rateLimits = createRateLimits({ database, clock, secrets: testSecrets })
})

after(() => database.close())

/** The seconds to wait; undefined if the call was allowed. */
async function waitOf(key: string, rateLimit: RateLimit): Promise<number | undefined> {
  try {
    await rateLimits.consume(key, rateLimit)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.retryAfterSeconds
  }
}

for (const seed of modelSeeds())
  test(`GUESS-01 a sliding window of the stated length never holds more calls, and a refusal says when the next one is allowed, at random times of seed ${seed}`, async () => {
    const random = createRandom(seed)
    for (let round = 0; round < 30; round += 1) {
      const rateLimit = { calls: 1 + random.below(6), minutes: 1 + random.below(10) }
      const length = rateLimit.minutes * 60_000
      const passed: number[] = []
      let refused = 0
      for (let n = 0; n < 60; n += 1) {
        clock.advance({ seconds: random.below(Math.ceil((length / 1000) * 0.4)) })
        const now = clock.now().getTime()
        const inWindow = passed.filter((at) => at > now - length)
        const wait = await waitOf(`seed ${seed} round ${round}`, rateLimit)
        if (wait === undefined) {
          assert.ok(inWindow.length < rateLimit.calls, "no call too many")
          passed.push(now)
          continue
        }
        refused += 1
        assert.equal(inWindow.length, rateLimit.calls, "no call is refused while there is room")
        const room = (inWindow[0] ?? 0) + length - now
        assert.equal(wait, Math.ceil(room / 1000), "the wait is until there is room")
      }
      for (const from of passed) {
        const window = passed.filter((at) => at >= from && at < from + length)
        assert.ok(window.length <= rateLimit.calls)
      }
      assert.ok(
        passed.length > rateLimit.calls && (rateLimit.calls > 4 || refused > 0),
        "both happen",
      )
    }
  })

test("GUESS-01 the start of a clock hour frees no place", async () => {
  const rateLimit = { calls: 20, minutes: 60 }
  const now = clock.now().getTime()
  clock.advance({ seconds: (3_600_000 - (now % 3_600_000)) / 1000 - 60 })
  for (let n = 0; n < 20; n += 1) assert.equal(await waitOf("hour", rateLimit), undefined)
  clock.advance({ minutes: 2 })
  assert.equal(await waitOf("hour", rateLimit), 58 * 60)
  clock.advance({ minutes: 58 })
  assert.equal(await waitOf("hour", rateLimit), undefined)
})

test("GUESS-01 parallel calls never share a place", async () => {
  const rateLimit = { calls: 20, minutes: 60 }
  const waits = await Promise.all(Array.from({ length: 64 }, () => waitOf("parallel", rateLimit)))
  assert.equal(waits.filter((wait) => wait === undefined).length, 20)
})

test("GUESS-01 a rollback of the transaction also takes back its call", async () => {
  const rateLimit = { calls: 1, minutes: 10 }
  const failing = database.transaction(async (tx) => {
    assert.equal(await rateLimits.isWithin("undone", rateLimit, tx), true)
    throw new Error("undo")
  })
  await assert.rejects(failing, /undo/)
  assert.equal(await rateLimits.isWithin("undone", rateLimit), true)
  assert.equal(await rateLimits.isWithin("undone", rateLimit), false)
})

test("GUESS-01 rows that no window needs are deleted, and the others stay", async () => {
  const count = async () => {
    const rows = await database.rows(sql`select 1 from appauth.budget`)
    return rows.length
  }
  clock.advance({ days: 1 })
  await rateLimits.forgetOld()
  assert.equal(await count(), 0)
  await waitOf("short", { calls: 5, minutes: 10 })
  await waitOf("long", { calls: 5, minutes: 60 })
  clock.advance({ minutes: 10 })
  await rateLimits.forgetOld()
  assert.equal(await count(), 1)
})

test("SECRET-20 the key of a rate limit is stored as a keyed hash", async () => {
  await waitOf("passwords of my-secret-typed-here", { calls: 5, minutes: 10 })
  const [row] = await database.rows<{ all: string }>(
    sql`select string_agg(b::text || encode(b.key_hash, 'escape'), ' ') as all
      from appauth.budget b`,
  )
  assert.ok(row?.all && !row.all.includes("my-secret"))
})
