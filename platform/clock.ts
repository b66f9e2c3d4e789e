/** The current time, passed in so that tests can move it. */
export interface Clock {
  now(): Date
  /** The plain date at the business location: a due date ends at its midnight. */
  today(): Temporal.PlainDate
}

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => Temporal.Now.plainDateISO(),
}
