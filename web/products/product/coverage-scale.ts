import { daysBetween } from "#contracts/dates.ts"
import type { CoverageScale } from "#web/ui/coverage-bar.tsx"

/** The days of a coverage, as MM/DD/YYYY. */
interface CoverageDays {
  /** The last day that the posted payments cover. */
  coveredUntil: string
  /** The last day of the grace period, if there is one. */
  graceUntil?: string | undefined
  today: string
}

/** Days of paid coverage, before today, that the bar shows at least. */
const daysBefore = 30

/**
 * The account system states when coverage ends, but not when it began. So the bar is a window in
 * days of equal width that begins 30 days before today, or before the last paid day if that was
 * earlier, and ends with the coverage, or with today if coverage has ended.
 */
export function coverageScale({ coveredUntil, graceUntil, today }: CoverageDays): CoverageScale {
  const paid = daysBetween(today, coveredUntil)
  const end = Math.max(paid, graceUntil ? daysBetween(today, graceUntil) : paid)
  const first = Math.min(0, paid) - daysBefore
  const last = Math.max(0, end)
  const at = (day: number) => (day - first) / (last - first)
  return { paidEnd: at(paid), graceEnd: at(end), today: at(0) }
}
