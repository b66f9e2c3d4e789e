import { UsageError } from "#server/config/command-line.ts"

/** A time on this machine's clock, such as 2026-11-24 16:45. */
export function systemZoneTime(at: Date): string {
  const time = at.toTemporalInstant().toZonedDateTimeISO(Temporal.Now.timeZoneId())
  return time.toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ")
}

export function isNumber(typed: string): boolean {
  return /^\d{1,9}$/.test(typed)
}

/** The number of a release as it was typed. Errors: `UsageError`. */
export function releaseNumber(typed: string): number {
  if (!isNumber(typed)) throw new UsageError(`'${typed}' is no number of a release.`)
  return Number(typed)
}
