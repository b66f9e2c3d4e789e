import { z } from "zod"
import { cleanHtml } from "#platform/text/clean-html.ts"

/** Pieces that several of the files are made of. */

/** Words that a database can keep and a page can show. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !hasControls(value), {
      error: "holds characters that cannot be shown",
    })
}

function hasControls(value: string): boolean {
  return /\p{Cc}/u.test(value)
}

export function words(max: number) {
  return text(max).refine((value) => value.trim() !== "", { error: "must not be empty" })
}

export const addressInFile = z.strictObject({
  addressLine1: words(30),
  addressLine2: text(30).default(""),
  addressLine3: text(30).default(""),
  cityName: words(30),
  stateCode: z.string().regex(/^[A-Z]{2}$/, { error: "must be a state's two capitals" }),
  zipCode: z.string().regex(/^\d{5}(-\d{4})?$/, { error: "must be a zip code" }),
})

/** HTML, cleaned. */
export const html = z
  .string()
  .max(4_000)
  .refine((value) => value.isWellFormed() && !value.includes("\0"), {
    error: "holds characters that cannot be shown",
  })
  .transform(cleanHtml)

/**
 * No underscore: a userid is the username, an underscore and the client, and is taken apart at
 * its last underscore.
 */
export const client = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, {
  error: "must be small letters, digits and dashes, at most 60",
})

export const hostName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/, {
    error: "must be a host name in small letters, without scheme, port or path",
  })

export const emailAddress = z.email({ error: "is not an email address" }).max(254)

export const username = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/, {
  error: "must be letters, digits, dots, dashes, underscores or @, at most 100",
})

/** What a database keeps of a missing value. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null)
}

export type DateInFile = z.ZodType<string, string>

/** A plain date: YYYY-MM-DD, `today`, or days from it such as `today+12d` and `today-3d`. */
export function dateFrom(today: Temporal.PlainDate): DateInFile {
  return z.string().transform((value, context) => {
    const days = /^today(?:([+-]\d{1,5})d)?$/.exec(value)
    if (days) return today.add({ days: Number(days[1] ?? 0) }).toString()
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value)) return value
    context.addIssue({
      code: "custom",
      message: "must be a date such as 2026-03-31, today, today+12d or today-3d",
      input: value,
    })
    return z.NEVER
  })
}

function isDate(value: string): boolean {
  try {
    Temporal.PlainDate.from(value)
    return true
  } catch {
    return false
  }
}

/** Adds an issue for each entry whose key an earlier one has. */
export function refuseRepeats(
  context: z.core.$RefinementCtx,
  what: string,
  entries: { key: string; path: (string | number)[] }[],
) {
  const seen = new Set<string>()
  for (const { key, path } of entries) {
    if (seen.has(key)) {
      const message = `is there twice: ${what} "${key}"`
      context.addIssue({ code: "custom", path, message, input: key })
    }
    seen.add(key)
  }
}
