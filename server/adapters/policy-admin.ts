import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { isLoopback } from "#platform/http/transport-security.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { HttpPolicyAdminConfig } from "#ports/policy-admin/http/http.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { ReadSettings } from "#server/config/settings/read-settings.ts"
import { type SettingName, settings } from "#server/config/settings/settings.ts"
import type { Log } from "#services/deps.ts"

/** The account system: the built-in one, or the operator's own over HTTP. */
export type PolicyAdminConfig = "embedded" | HttpPolicyAdminConfig

/** The account system that the settings choose. Refuses settings that lack something. */
export function readPolicyAdminConfig(read: ReadSettings): PolicyAdminConfig {
  const { values, isSet, refuse } = read
  const { POLICY_ADMIN_URL: url } = values
  if (isSet("POLICY_ADMIN_URL")) {
    const tls = readTls(read)
    return {
      url: url?.replace(/\/+$/, "") ?? "",
      credentials: readCredentials(read),
      ...(Object.keys(tls).length > 0 && { tls }),
    }
  }
  const alone = names.find(isSet)
  if (alone) refuse(`${alone} needs POLICY_ADMIN_URL, the address of the account system.`)
  return "embedded"
}

const names = (Object.keys(settings) as SettingName[]).filter((name) =>
  name.startsWith("POLICY_ADMIN_"),
)

function readCredentials({
  values,
  isSet,
  refuse,
}: ReadSettings): HttpPolicyAdminConfig["credentials"] {
  const isToken = isSet("POLICY_ADMIN_TOKEN")
  const isOAuth = isSet("POLICY_ADMIN_TOKEN_URL")
  const isComplete = isSet("POLICY_ADMIN_CLIENT_ID") && isSet("POLICY_ADMIN_CLIENT_SECRET")
  if (isToken && isOAuth) refuse("Set POLICY_ADMIN_TOKEN or POLICY_ADMIN_TOKEN_URL, not both.")
  if (!isToken && !isOAuth) {
    refuse("POLICY_ADMIN_URL needs POLICY_ADMIN_TOKEN, or POLICY_ADMIN_TOKEN_URL.")
  }
  if (isOAuth && !isComplete) {
    refuse("POLICY_ADMIN_TOKEN_URL needs POLICY_ADMIN_CLIENT_ID and POLICY_ADMIN_CLIENT_SECRET.")
  }
  if (!isOAuth) return { token: values.POLICY_ADMIN_TOKEN ?? "" }
  const { POLICY_ADMIN_SCOPE: scope } = values
  return {
    tokenUrl: values.POLICY_ADMIN_TOKEN_URL ?? "",
    clientId: values.POLICY_ADMIN_CLIENT_ID ?? "",
    clientSecret: values.POLICY_ADMIN_CLIENT_SECRET ?? "",
    ...(scope && { scope }),
  }
}

function readTls({ values, isSet, refuse }: ReadSettings) {
  if (isSet("POLICY_ADMIN_TLS_CERT") !== isSet("POLICY_ADMIN_TLS_KEY")) {
    refuse("POLICY_ADMIN_TLS_CERT and POLICY_ADMIN_TLS_KEY must be set together.")
  }
  const { POLICY_ADMIN_TLS_CERT: cert, POLICY_ADMIN_TLS_KEY: key } = values
  const { POLICY_ADMIN_TLS_CA: ca } = values
  return { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) }
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
    const url = URL.parse(address)
    return url?.protocol === "http:" && !isLoopback(url.hostname)
  })
  return plain && `${plain[0]} is not https (balances and tokens could be read on their way)`
}

/** Makes the configured adapter. Its packages are loaded only where they are used. */
export async function openPolicyAdmin(
  config: PolicyAdminConfig,
  { database, laggingReads, clock, log, metrics }: Place,
): Promise<{ policyAdmin: PolicyAdmin; close(): Promise<void> }> {
  if (config === "embedded") {
    const policyAdmin = createEmbeddedPolicyAdmin(database, laggingReads, clock)
    return { policyAdmin, async close() {} }
  }
  const { createHttpPolicyAdmin } = await import("#ports/policy-admin/http/http.ts")
  const policyAdmin = createHttpPolicyAdmin(config, { clock, log, ...(metrics && { metrics }) })
  return { policyAdmin, close: policyAdmin.close }
}

interface Place {
  database: Database
  laggingReads: Queries
  clock: Clock
  log: Log
  metrics?: AdapterMetrics
}
