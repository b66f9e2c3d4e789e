import { z } from "zod"

/**
 * The only parser for dates and instants from outside: files, options of commands, calls, and
 * replies of other systems. `new Date` would turn February 30 into March 2, and a mistyped year
 * such as 0026 or 9999 would become a date. tools/date-readers.test.ts forbids other parsers.
 */

const firstDay = "1900-01-01"
const lastDay = "2199-12-31"
const datePattern = /^\d{4}-\d{2}-\d{2}$/
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/

/** A calendar day, YYYY-MM-DD, from 1900 to 2199; undefined if the text is not one. */
export function readDate(text: string): string | undefined {
  if (!datePattern.test(text) || text < firstDay || text > lastDay) return undefined
  try {
    return Temporal.PlainDate.from(text).toString()
  } catch {
    return undefined
  }
}

/** An instant (RFC 3339, with Z or an offset) on such a day; undefined if the text is not one. */
export function readInstant(text: string): Date | undefined {
  const [, day] = instantPattern.exec(text) ?? []
  if (day === undefined || readDate(day) === undefined) return undefined
  return new Date(Temporal.Instant.from(text).epochMilliseconds)
}

/** A calendar day, YYYY-MM-DD, without time or time zone. */
export const plainDate = z.iso
  .date()
  .refine((text) => readDate(text) !== undefined, { error: "must be a date from 1900 to 2199" })

/** An instant with Z or an offset, as text. */
export const instantText = z.iso
  .datetime({ offset: true })
  .refine((text) => readInstant(text) !== undefined, { error: "must be an instant from 1900 on" })

/** An instant, parsed. */
export const instant = instantText.transform((text) => readInstant(text) ?? z.NEVER)
