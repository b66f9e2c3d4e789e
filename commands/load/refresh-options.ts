import { readInstant } from "#contracts/outside-dates.ts"
import { earlier } from "#platform/time.ts"
import type { Refresh } from "#ports/policy-admin/embedded/refresh/records.ts"
import { UsageError } from "#server/config/command-line.ts"

export interface RefreshOptions {
  refresh: Refresh
  removeMissing?: number
  /** The number of products that may move from one person to another; none by default. */
  moveProducts?: number
}

/**
 * The options of commands that load people. The result is a function of the present instant, which
 * `--as-of` must not exceed.
 *
 * Errors: `UsageError` for an unreadable instant or number, or an instant in the future.
 */
export function readRefreshOptions(typed: {
  "as-of"?: string
  "remove-missing"?: string
  "move-products"?: string
  force?: boolean
}): (now: Date) => RefreshOptions {
  const { "as-of": asOf, force = false } = typed
  const removeMissing = countIn(typed, "remove-missing", "people and products")
  const moveProducts = countIn(typed, "move-products", "products")
  const read = asOf === undefined ? undefined : readInstant(asOf)
  if (asOf !== undefined && !read) throw new UsageError(`--as-of ${notAnInstant}.`)
  return (now) => {
    const problem = read && asOfProblem(read, now)
    if (problem !== undefined) throw new UsageError(`--as-of ${problem}.`)
    return {
      refresh: { ...(read && { asOf: read }), isForced: force },
      ...(removeMissing !== undefined && { removeMissing }),
      ...(moveProducts !== undefined && { moveProducts }),
    }
  }
}

function countIn<Option extends string>(
  typed: Partial<Record<Option, string>>,
  option: Option,
  of: string,
): number | undefined {
  const text = typed[option]
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} must be a number of ${of}, not '${text}'.`)
}

export const notAnInstant = "must be an instant such as 2026-03-31T23:00:00-05:00"

/** Older figures come from a mistyped year: everything paid here since then would count again. */
const mostYearsAgo = 2

/** The problem with an as-of time; undefined if there is none. */
export function asOfProblem(asOf: Date, now: Date): string | undefined {
  if (asOf > now) return "must not be in the future"
  const isTooOld = asOf < earlier(now, { days: mostYearsAgo * 366 })
  return isTooOld ? `must be at most ${mostYearsAgo} years ago` : undefined
}
