import { readFileSync } from "node:fs"
import { z } from "zod"
import { staffRoles } from "#contracts/staff/staff-roles.ts"
import { readJson } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import { fileFault } from "./settings/forms.ts"

const line = z.string().regex(/^\S(?:[^\r\n]*\S)?$/, "must be one line of text")

const rights = z.strictObject({
  clients: z.union(
    [z.literal("all"), z.array(z.string().min(1)).min(1, 'must be "all" or a list of clients')],
    'must be "all" or a list of clients',
  ),
  roles: z
    .array(z.enum(staffRoles, `must be one of ${staffRoles.join(", ")}`))
    .min(1, "must name a role"),
})

const provider = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and dashes"),
  label: line.max(40, "must have at most 40 characters"),
  issuer: z
    .string()
    .refine(isIssuer, "must be an https address without query, as the provider's metadata say it"),
  clientId: line,
  clientSecret: line,
  scopes: z
    .array(z.string().regex(/^[\x21-\x7e]+$/, "must be one word"))
    .refine((scopes) => scopes.includes("openid"), "must hold openid")
    .default(["openid", "profile", "email", "offline_access"]),
  prompt: z.enum(["login", "consent", "select_account"]).optional(),
  groupsClaim: line.default("groups"),
  groups: z
    .record(z.string().min(1), rights)
    .refine((groups) => Object.keys(groups).length > 0, "must name a group"),
})
const file = z.strictObject({
  providers: z
    .array(provider)
    .min(1, "must name a provider")
    .refine(areNamedOnce, "has a name twice"),
})

/** An identity provider of the company, as described by the operator. */
export type StaffProviderSettings = z.output<typeof provider>

/**
 * Reads the identity providers of staff from the operator's file.
 *
 * Errors: an `Error` with a line for each mistake. No line repeats a secret.
 */
export function readStaffProviders(path: string): StaffProviderSettings[] {
  const problems: Problem[] = []
  const settings = readJson({ file: path, text: textOf(path) }, file, problems)
  if (settings) return settings.providers
  const lines = problems.map(({ line: at, reason }) => `${path}:${at}  ${reason}`)
  throw new Error(`STAFF_PROVIDERS_FILE cannot be used.\n${lines.join("\n")}`)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    const text = `STAFF_PROVIDERS_FILE names ${path}, which ${fileFault(error)}.`
    throw new Error(text, { cause: error })
  }
}

/** Names a provider that is reached without TLS; undefined if there is none. */
export function plainProvider(providers: readonly StaffProviderSettings[]): string | undefined {
  return providers.find(({ issuer }) => !issuer.startsWith("https:"))?.name
}

/**
 * Whether the text is an issuer. Plain HTTP is allowed only for a provider on this machine, for
 * tests and trials.
 */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.password) return false
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
  return url.protocol === "https:" || (url.protocol === "http:" && isHere)
}

function areNamedOnce(list: readonly { name: string }[]): boolean {
  return new Set(list.map(({ name }) => name)).size === list.length
}
