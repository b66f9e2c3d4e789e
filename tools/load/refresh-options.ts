import { readInstant } from "#contracts/outside-dates.ts"
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
    if (read && read > now) throw new UsageError("--as-of must not be in the future.")
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
