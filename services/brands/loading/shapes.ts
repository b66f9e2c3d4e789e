import { z } from "zod"
import { isEmailAddressOfAnyEnding } from "#contracts/email-address-rules.ts"
import { passwordMaxLength } from "#contracts/identity/credential-lengths.ts"
import { passwordRules } from "#contracts/identity/password-rules.ts"
import { planNumberOf, planNumberProblem } from "#contracts/identity/plan-number-rules.ts"
import { isUsername } from "#contracts/identity/username-rules.ts"
import { addressLineMaxLength, cityMaxLength } from "#contracts/payments/payment-method-rules.ts"
import { isZip } from "#contracts/profile/contact-rules.ts"
import { isPhone } from "#contracts/profile/phone-rules.ts"
import { isKeyText, isStorable } from "#contracts/storable-text.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import { isState } from "../states.ts"

/** Fields of the files that operators load. Where a form has the same field, its rule decides. */

/** Text that a database can store and a page can show. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !hasControls(value), {
      error: "holds characters that cannot be shown",
      abort: true,
    })
}

function hasControls(value: string): boolean {
  return /\p{Cc}/u.test(value)
}

export function words(max: number) {
  return text(max).refine((value) => value.trim() !== "", {
    error: "must not be empty",
    abort: true,
  })
}

/**
 * A number or name that joins records and that people search for: two that look alike must be the same.
 */
export function key(max: number) {
  return words(max).refine(isKeyText, {
    error: "must not have blanks around it or characters that cannot be seen",
  })
}

/** An account number as a person reads it: capitals and blanks do not count. */
export function asRead(accountNumber: string): string {
  return accountNumber.replaceAll(" ", "").toUpperCase()
}

/**
 * A value that a form accepts by `rule`. A form ignores spaces around the value, and the server
 * stores it without them, so a file may not have any.
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
  zipCode: typed(isZip, "must be a zip code"),
})

/** Cleaned HTML. */
export const html = z
  .string()
  .max(4_000)
  .refine(isStorable, {
    error: "holds characters that cannot be shown",
  })
  .transform(cleanHtml)

/**
 * Has no underscore: a userid consists of the username, an underscore and the client, and the last
 * underscore separates them.
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

export const emailAddress = typed(isEmailAddressOfAnyEnding, "is not an email address")

export const username = typed(
  isUsername,
  "must be letters, digits, dots, dashes, underscores or @, at most 100",
)

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

/** Null if the file does not have the field. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null)
}

/** Adds an issue for each entry with the key of an earlier entry. */
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
