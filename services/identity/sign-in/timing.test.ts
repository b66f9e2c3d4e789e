// @prove-only timing

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { maria, recoveryOf } from "#testing/recovery.ts"
import { ana, registrationOf } from "#testing/registration.ts"

const rounds = 14

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

type Call = () => Promise<{ status: number }>
/** Prepares one call. Only the returned call is timed. */
type Probe = () => Promise<Call> | Call

/** Alternates between the probes, so that other load on the machine affects all of them. */
async function interleaved(probes: Record<string, Probe>): Promise<Record<string, number[]>> {
  const samples = Object.fromEntries(Object.keys(probes).map((name) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round += 1) {
    // Resets the rate limits, so that the tests do not run out of tries.
    app.clock.advance({ hours: 2 })
    const prepared = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const),
    )
    const order = round % 2 === 0 ? prepared : prepared.toReversed()
    for (const [name, call] of order) {
      const start = performance.now()
      const { status } = await call()
      const time = performance.now() - start
      assert.equal(status, 200, name)
      // The first round is a warm-up.
      if (round > 0) samples[name]?.push(time)
    }
  }
  return samples
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

/**
 * How often a sample of one series is greater than one of the other, in standard deviations from
 * chance. Source: Mann and Whitney, 1947.
 */
function apart(one: number[], other: number[]): number {
  const later = one.flatMap((a) => other.filter((b) => a > b)).length
  const pairs = one.length * other.length
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
  return Math.abs(later - pairs / 2) / deviation
}

/** By chance, two equal series differ this much once in ten thousand runs. */
function assertAlike(samples: Record<string, number[]>) {
  const [first = ["", []], ...others] = Object.entries(samples)
  for (const [name, times] of others) {
    const difference = Math.abs(median(times) - median(first[1]))
    const isTold = difference > 1 && apart(times, first[1]) > 3.9
    assert.ok(!isTold, `${name} takes ${difference.toFixed(1)} ms more or less than ${first[0]}`)
  }
}

test("RECOVER-03 forgot username takes the same time for matching and other values", async () => {
  const ask = (change: Record<string, string>): Probe => {
    return () => () => recoveryOf(app.browser(), maria).forgotUsername(change)
  }
  assertAlike(
    await interleaved({
      "all four": ask({}),
      "an unknown number": ask({ certificateNo: "4999999999" }),
      "another name": ask({ certificateNo: "4003120956" }),
    }),
  )
})

test("RECOVER-04 the question takes the same time for known and unknown usernames", async () => {
  const ask = (username: string): Probe => {
    return () => () => recoveryOf(app.browser(), maria).question({ username })
  }
  assertAlike(await interleaved({ "a username": ask("maria.santos"), nobody: ask("nobody") }))
})

test("RECOVER-05 an answer takes the same time if it is right, wrong or for an unknown username", async () => {
  const answered = (username: string, securityAnswer: string): Probe => {
    return async () => {
      const { question, answer } = recoveryOf(app.browser(), maria)
      await question({ username })
      return () => answer({ username, securityAnswer })
    }
  }
  assertAlike(
    await interleaved({
      right: answered("maria.santos", maria.answer),
      wrong: answered("james.okafor", "Lisbon"),
      nobody: answered("nobody", "Lisbon"),
    }),
  )
})

test("REGISTER-03 checking a typed address takes the same time, whether or not it is on file", async () => {
  const typed = (email: string): Probe => {
    return async () => {
      const { number, person } = registrationOf(app.browser(), ana)
      await number()
      return () => person({ email })
    }
  }
  assertAlike(
    await interleaved({ "on file": typed(ana.email), another: typed("stranger@example.com") }),
  )
})
