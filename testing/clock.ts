import type { Clock } from "#platform/clock.ts"

export interface TestClock extends Clock {
  advance(by: Temporal.DurationLike): void
}

/** The time that the servers of a test share, for jobs and billing. */
export function sharedTimeOf(clock: Clock) {
  return { now: async () => clock.now() }
}

/**
 * A clock that changes only when a test moves it. It starts at noon UTC, when the date is the same
 * in all of the United States, so that moving it by minutes does not change the date.
 */
export function createTestClock(start = "2026-03-02T12:00:00Z"): TestClock {
  let time = Temporal.Instant.from(start).toZonedDateTimeISO("UTC")
  return {
    now: () => new Date(time.epochMilliseconds),
    advance(by) {
      time = time.add(by)
    },
  }
}
