import { readFileSync } from "node:fs"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { isLoopback } from "#platform/http/transport-security.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { HttpPolicyAdminConfig } from "#ports/policy-admin/http/http.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Log } from "#services/deps.ts"

/** The account system: the built-in one, or the operator's own over HTTP. */
export type PolicyAdminConfig = "embedded" | HttpPolicyAdminConfig

const secretText = /^[\x21-\x7e]+$/

/** Errors: an `Error` with one line for the operator, without the value of a secret. */
export function readPolicyAdminConfig(env: NodeJS.ProcessEnv): PolicyAdminConfig {
  const { POLICY_ADMIN_URL: url } = env
  if (!url) {
    const alone = Object.keys(env).find((name) => name.startsWith("POLICY_ADMIN_") && env[name])
    if (alone === undefined) return "embedded"
    throw new Error(`${alone} needs POLICY_ADMIN_URL, the address of the account system.`)
  }
  const tls = readTls(env)
  return {
    url: addressOf(url, "POLICY_ADMIN_URL").replace(/\/+$/, ""),
    credentials: readCredentials(env),
    ...(Object.keys(tls).length > 0 && { tls }),
  }
}

function addressOf(text: string, name: string): string {
  const url = URL.parse(text)
  const isUsable = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  if (isUsable && !url.username && !url.password) return text
  // Not repeated in the message: it may hold a password.
  throw new Error(`${name} must be like https://accounts.example.com, without user or query.`)
}

function readCredentials(env: NodeJS.ProcessEnv): HttpPolicyAdminConfig["credentials"] {
  const { POLICY_ADMIN_TOKEN: token, POLICY_ADMIN_TOKEN_URL: tokenUrl } = env
  const { POLICY_ADMIN_CLIENT_ID: clientId, POLICY_ADMIN_CLIENT_SECRET: clientSecret } = env
  const { POLICY_ADMIN_SCOPE: scope } = env
  if (token && tokenUrl) {
    throw new Error("Set POLICY_ADMIN_TOKEN or POLICY_ADMIN_TOKEN_URL, not both.")
  }
  if (token) {
    if (secretText.test(token)) return { token }
    throw new Error("POLICY_ADMIN_TOKEN must be one word of visible ASCII characters.")
  }
  if (!tokenUrl) {
    throw new Error("POLICY_ADMIN_URL needs POLICY_ADMIN_TOKEN, or POLICY_ADMIN_TOKEN_URL.")
  }
  if (!clientId || !clientSecret) {
    throw new Error(
      "POLICY_ADMIN_TOKEN_URL needs POLICY_ADMIN_CLIENT_ID and POLICY_ADMIN_CLIENT_SECRET.",
    )
  }
  addressOf(tokenUrl, "POLICY_ADMIN_TOKEN_URL")
  return { tokenUrl, clientId, clientSecret, ...(scope && { scope }) }
}

function readTls(env: NodeJS.ProcessEnv) {
  const cert = fileOf(env, "POLICY_ADMIN_TLS_CERT")
  const key = fileOf(env, "POLICY_ADMIN_TLS_KEY")
  const ca = fileOf(env, "POLICY_ADMIN_TLS_CA")
  if ((cert === undefined) !== (key === undefined)) {
    throw new Error("POLICY_ADMIN_TLS_CERT and POLICY_ADMIN_TLS_KEY must be set together.")
  }
  return { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) }
}

function fileOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const path = env[name]
  if (!path) return undefined
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new Error(`${name} must be a readable file, not "${path}".`, { cause: error })
  }
}

/** Why the connection would be unencrypted; undefined if it is encrypted. */
export function plainPolicyAdmin(config: PolicyAdminConfig): string | undefined {
  if (config === "embedded") return undefined
  const { url, credentials } = config
  const addresses = {
    POLICY_ADMIN_URL: url,
    ...("tokenUrl" in credentials && { POLICY_ADMIN_TOKEN_URL: credentials.tokenUrl }),
  }
  const plain = Object.entries(addresses).find(([, address]) => {
    const { protocol, hostname } = new URL(address)
    return protocol !== "https:" && !isLoopback(hostname)
  })
  return plain && `${plain[0]} is not https (balances and tokens could be read on their way)`
}

/** Makes the configured adapter. Its packages are loaded only where they are used. */
export async function openPolicyAdmin(
  config: PolicyAdminConfig,
  { database, laggingReads, clock, log }: Place,
): Promise<{ policyAdmin: PolicyAdmin; close(): Promise<void> }> {
  if (config === "embedded") {
    const policyAdmin = createEmbeddedPolicyAdmin(database, laggingReads, clock)
    return { policyAdmin, async close() {} }
  }
  const { createHttpPolicyAdmin } = await import("#ports/policy-admin/http/http.ts")
  const policyAdmin = createHttpPolicyAdmin(config, { clock, log })
  return { policyAdmin, close: policyAdmin.close }
}

interface Place {
  database: Database
  laggingReads: Queries
  clock: Clock
  log: Log
}
