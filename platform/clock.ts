/** The time, handed in so that a test can move it. */
export interface Clock {
  now(): Date
  /** The plain date where the business is: a due date ends at its midnight. */
  today(): Temporal.PlainDate
}

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => Temporal.Now.plainDateISO(),
}
