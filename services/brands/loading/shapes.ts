import { z } from "zod"
import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import { passwordMaxLength } from "#contracts/identity/credential-lengths.ts"
import { passwordRules } from "#contracts/identity/password-rules.ts"
import { planNumberOf, planNumberProblem } from "#contracts/identity/plan-number-rules.ts"
import { isUsername } from "#contracts/identity/username-rules.ts"
import { addressLineMaxLength, cityMaxLength } from "#contracts/payments/payment-method-rules.ts"
import { isZip } from "#contracts/profile/contact-rules.ts"
import { isPhone } from "#contracts/profile/phone-rules.ts"
import { isKeyText } from "#contracts/storable-text.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import { isState } from "../states.ts"

/**
 * Fields of the files that operators load. If a form has the same field, the rule of the form
 * applies.
 */

/** Text that the database can store and a page can show. */
export function text(max: number) {
  return shown(z.string().max(max), /\p{Cc}/u)
}

/**
 * Refuses texts with characters that a page cannot show, and texts that lost characters in a
 * conversion.
 */
function shown(schema: z.ZodString, hidden: RegExp) {
  return schema.superRefine((value, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", message, input: value, continue: false })
    if (value.includes("\ufffd")) {
      refuse('holds "\ufffd", which stands for a lost character: export the text again, as UTF-8')
    }
    const found = value.match(hidden)?.[0]
    if (found !== undefined && /[\r\n]/.test(found)) refuse("holds a line break")
    else if (found !== undefined || !value.isWellFormed()) {
      refuse("holds characters that cannot be shown")
    }
    if (sheetError.test(value)) refuse(`is ${value}, an error of a spreadsheet`)
  })
}

/** The values that spreadsheets show if they cannot calculate or display the real one. */
const sheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|NULL!|DIV\/0!|NUM!|SPILL!|CALC!|GETTING_DATA|#+)$/

export function words(max: number) {
  return text(max).refine((value) => value.trim() !== "", {
    error: "must not be empty",
    abort: true,
  })
}

/**
 * A number or name that joins records and that people search for. Two keys that look alike must be
 * equal.
 */
export function key(max: number) {
  return words(max)
    .refine(isKeyText, {
      error: "must not have blanks around it or characters that cannot be seen",
      abort: true,
    })
    .refine(...exact)
}

/**
 * A number shortened by a spreadsheet or a program, such as 1.23457E+11, 1,2E+11, 1.5e10 and
 * 1001.0.
 */
const shortened = /^[+-]?(?:\d+[.,]\d+E[+-]?\d+|\d+E\+\d+|\d+\.0)$/i
/** Refuses shortened numbers: records whose keys lost digits would belong to the wrong people. */
const exact = [
  (value: string) => !shortened.test(value),
  {
    error:
      "is a number that a spreadsheet or program shortened, and may have lost digits: export the column as text",
  },
] as const

/** The account number in the form in which a person reads it, ignoring capitals and blanks. */
export function asRead(accountNumber: string): string {
  return accountNumber.replaceAll(" ", "").toUpperCase()
}

/**
 * A value that a form accepts by `rule`. A form ignores surrounding spaces, and the server stores
 * the value without them, so a file must not have any.
 */
function typed(rule: (value: string) => boolean, error: string) {
  return z.string().refine((value) => value.trim() === value && rule(value), { error })
}

export const addressInFile = z.strictObject({
  addressLine1: words(addressLineMaxLength),
  addressLine2: text(addressLineMaxLength).default(""),
  addressLine3: text(addressLineMaxLength).default(""),
  cityName: words(cityMaxLength),
  stateCode: typed(isState, "must be a two-letter state code in capitals"),
  zipCode: typed(isZip, "must be a zip code such as 04101 or 04101-1234"),
})

/** HTML that is cleaned when it is read. */
export const html = shown(z.string().max(4_000), /\0/).transform(cleanHtml)

/**
 * A client code cannot contain an underscore: a userid consists of the username, an underscore and
 * the client, and the last underscore separates them.
 */
export const client = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/, {
  error: "must be lowercase letters, digits and dashes, at most 60",
})

export const hostName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/, {
    error: "must be a host name in lowercase letters, without scheme, port or path",
  })

export const emailAddress = typed(
  isEmailAddressOfAnyEnding,
  "must be an email address such as bo.oneil@example.com",
)

export const username = typed(
  isUsername,
  "must be letters, digits, dots, dashes, underscores or @, at most 100",
).refine(...exact)

export const phoneNumber = typed(
  (value) => /^\d*$/.test(value) && isPhone(value),
  "must be 10 digits, or empty",
)

export const planNumber = typed(
  (value) => planNumberProblem(value) === undefined && planNumberOf(value) === value,
  "must be 10 digits",
)

export const password = z
  .string()
  .max(passwordMaxLength)
  .superRefine((value, context) => {
    for (const { text, isMet } of passwordRules) {
      if (!isMet(value)) context.addIssue({ code: "custom", message: `must have ${text}` })
    }
  })

/** An optional field; null if the file does not have it. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null)
}

/** Adds an issue for each entry that repeats the key of an earlier entry. */
export function refuseRepeats(
  context: z.core.$RefinementCtx,
  what: string,
  entries: { key: string; path: (string | number)[] }[],
) {
  const seen = new Map<string, (string | number)[]>()
  for (const { key, path } of entries) {
    const first = seen.get(key)
    if (first) {
      const message = `appears twice: ${what} "${key}"`
      context.addIssue({ code: "custom", path, message, input: key, params: { first } })
    } else seen.set(key, path)
  }
}
