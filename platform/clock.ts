/**
 * The current instant, passed in so that tests can move it. A date needs a time zone as well: see
 * `brands.todayOf` for the business day of a client and `dayAt` for any other.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = {
  now: () => new Date(),
}
