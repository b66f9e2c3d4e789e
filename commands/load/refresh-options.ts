import { readInstant } from "#contracts/outside-dates.ts"
import { earlier } from "#platform/time.ts"
import type { Refresh } from "#ports/policy-admin/embedded/refresh/records.ts"
import { UsageError } from "#server/config/command-line.ts"

export interface RefreshOptions {
  refresh: Refresh
  removeMissing?: number
  /** How many products may move from one person to another; none by default. */
  moveProducts?: number
}

/**
 * The options of commands that load people. The result gives them at an instant, which `--as-of` must
 * not follow.
 *
 * Errors: `UsageError` for an instant or a number that cannot be read, or an instant in the future.
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

/** Older figures are a mistyped year: everything that was paid here since then would count again. */
const mostYearsAgo = 2

/** The problem with an instant until when data count; undefined without one. */
export function asOfProblem(asOf: Date, now: Date): string | undefined {
  if (asOf > now) return "must not be in the future"
  const isTooOld = asOf < earlier(now, { days: mostYearsAgo * 366 })
  return isTooOld ? `must be at most ${mostYearsAgo} years ago` : undefined
}
