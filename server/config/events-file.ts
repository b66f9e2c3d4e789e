import { readFileSync } from "node:fs"
import { z } from "zod"
import { sentTypes } from "#contracts/events/sent-events.ts"
import { readJson } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import { isWebhookSecret } from "#platform/webhooks/signature.ts"
import type { EventSettings } from "#services/events/endpoints.ts"
import { fileFault } from "./settings/forms.ts"

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be lower-case letters, digits and dashes")
const secrets = z
  .array(z.string().refine(isWebhookSecret, "must be whsec_ and 24 to 64 random bytes as base64"))
  .min(1, "must hold a secret")
  .max(5, "must hold at most five secrets")
const clients = z
  .array(z.string().min(1))
  .min(1, "must name a client, or be left out for all")
  .optional()
const url = z.string().refine(isEndpointUrl, "must be an http or https address without a username")

const endpoint = z.strictObject({
  name,
  url,
  secrets,
  clients,
  types: z
    .array(z.enum(sentTypes, `must be one of ${sentTypes.join(", ")}`))
    .min(1, "must name a type, or be left out for all")
    .optional(),
})
const sender = z.strictObject({ name, secrets, clients })
const file = z.strictObject({
  endpoints: z.array(endpoint).refine(areNamedOnce, "has a name twice").default([]),
  senders: z.array(sender).refine(areNamedOnce, "has a name twice").default([]),
})

/**
 * Reads the endpoints and senders of events from the operator's file.
 *
 * Errors: an `Error` with a line for each mistake. No line repeats a secret.
 */
export function readEventSettings(path: string): EventSettings {
  const text = textOf(path)
  const problems: Problem[] = []
  const settings = readJson({ file: path, text }, file, problems)
  if (settings) return settings
  const lines = problems.map(({ line, reason }) => `${path}:${line}  ${reason}`)
  throw new Error(`EVENTS_FILE cannot be used.\n${lines.join("\n")}`)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    const text = `EVENTS_FILE names ${path}, which ${fileFault(error)}.`
    throw new Error(text, { cause: error })
  }
}

/** Names an endpoint that is reached without TLS; undefined if there is none. */
export function plainEndpoints({ endpoints }: EventSettings): string | undefined {
  const plain = endpoints.find(({ url }) => !url.startsWith("https:"))
  return plain && `the endpoint ${plain.name} of EVENTS_FILE is reached over plain HTTP`
}

function isEndpointUrl(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === "" && password === ""
}

function areNamedOnce(list: readonly { name: string }[]): boolean {
  return new Set(list.map(({ name }) => name)).size === list.length
}
