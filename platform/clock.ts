/**
 * The present instant, passed in so that tests can move it. A date also needs a time zone: see
 * `brands.todayOf` for the business day of a client, and `dayAt` for any other day.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = {
  now: () => new Date(),
}
