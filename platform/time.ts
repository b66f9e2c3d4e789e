/** A length of time. The parts add up and may be fractions. A day is 24 hours. */
export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** The moment `duration` after `time`. */
export function later(time: Date, duration: Duration): Date {
  return new Date(time.getTime() + milliseconds(duration))
}

/** The moment `duration` before `time`. */
export function earlier(time: Date, duration: Duration): Date {
  return new Date(time.getTime() - milliseconds(duration))
}

export function milliseconds({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/**
 * The instant of a text that we wrote ourselves; use `readInstant` for texts from outside. Errors:
 * RangeError.
 */
export function instantOf(text: string): Date {
  return new Date(Temporal.Instant.from(text).epochMilliseconds)
}
