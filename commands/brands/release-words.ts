import { UsageError } from "#server/config/command-line.ts"

/**
 * A time in UTC, such as 2026-11-24 16:45 UTC: the process that holds the database and the
 * person who asks may be in different time zones.
 */
export function utcTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`
}

export function isNumber(typed: string): boolean {
  return /^\d{1,9}$/.test(typed)
}

/** The number of a release as it was typed. Errors: `UsageError`. */
export function releaseNumber(typed: string): number {
  if (!isNumber(typed)) throw new UsageError(`'${typed}' is no number of a release.`)
  return Number(typed)
}
