import { join } from "node:path"
import { isLoopback } from "#platform/http/transport-security.ts"
import type { S3Place } from "#ports/document-store/s3.ts"
import type { HttpPolicyAdminConfig } from "#ports/policy-admin/http/http.ts"
import type { ReadSettings } from "./settings/read-settings.ts"
import { type SettingName, settings } from "./settings/settings.ts"
import type { StripeAccount } from "./stripe-accounts.ts"

/** The gateway that moves the money. A sandbox without an address is part of this server. */
export type GatewayConfig = { /** The time limit for an answer. */ timeoutMs: number } & (
  | {
      kind: "sandbox"
      url: string | undefined
      secret: string | undefined
      /** The host name of its frames, if it is part of this server. */
      host: string
    }
  | {
      kind: "stripe"
      secretKey: string
      publishableKey: string
      webhookSecrets: readonly string[]
      /** The account of these keys; undefined if no client names it. */
      account: string | undefined
      /** The accounts of clients that name one. */
      accounts: readonly StripeAccount[]
      /** Whether customers can sign in to their bank, in the account of these keys. */
      hasInstantBank: boolean
      /** The most calls a second of this process. */
      callsPerSecond: number
      /** Where Stripe's API and script are; Stripe's own hosts, except in tests. */
      at?: { address: string; script: string }
    }
)

/** The gateway that the settings choose. Refuses incomplete settings. */
export function readGatewayConfig({ values, isSet, refuse }: ReadSettings): GatewayConfig {
  const timeoutMs = (values.PAYMENT_GATEWAY_TIMEOUT ?? 15) * 1000
  if (values.PAYMENT_GATEWAY === "stripe") {
    const { STRIPE_ACCOUNT: account, STRIPE_ACCOUNTS_DIR: accounts = [] } = values
    const needed = (name: StripeSetting) => {
      const { example } = settings[name]
      if (!isSet(name)) refuse(`PAYMENT_GATEWAY=stripe needs ${name}. Example: ${name}=${example}`)
      return values[name] ?? ""
    }
    const secretKey = needed("STRIPE_SECRET_KEY")
    for (const other of accounts) {
      if (other.account !== account && other.secretKey !== secretKey) continue
      refuse(
        `STRIPE_ACCOUNTS_DIR has ${other.account}, whose keys STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY already are. Remove its file, and set STRIPE_ACCOUNT=${other.account}.`,
      )
    }
    return {
      kind: "stripe",
      timeoutMs,
      secretKey,
      publishableKey: needed("STRIPE_PUBLISHABLE_KEY"),
      webhookSecrets: [needed("STRIPE_WEBHOOK_SECRET")],
      account,
      accounts,
      hasInstantBank: values.STRIPE_INSTANT_BANK === "on",
      callsPerSecond: values.STRIPE_CALLS_PER_SECOND ?? 50,
    }
  }
  if (isSet("SANDBOX_GATEWAY_URL") && !isSet("SANDBOX_GATEWAY_SECRET")) {
    refuse("SANDBOX_GATEWAY_URL needs SANDBOX_GATEWAY_SECRET, the secret of that gateway.")
  }
  const { SANDBOX_GATEWAY_URL: url, SANDBOX_GATEWAY_SECRET: secret } = values
  const { SANDBOX_GATEWAY_HOST: host = "fields.localhost" } = values
  return { kind: "sandbox", url, secret, host, timeoutMs }
}

type StripeSetting = "STRIPE_SECRET_KEY" | "STRIPE_PUBLISHABLE_KEY" | "STRIPE_WEBHOOK_SECRET"

/** The account system: the built-in one, or the operator's own over HTTP. */
export type PolicyAdminConfig = "embedded" | HttpPolicyAdminConfig

/** The account system that the settings choose. Refuses incomplete settings. */
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
  const alone = policyAdminNames.find(isSet)
  if (alone) refuse(`${alone} needs POLICY_ADMIN_URL, the address of the account system.`)
  return "embedded"
}

const policyAdminNames = (Object.keys(settings) as SettingName[]).filter((name) =>
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

/** Where people's documents are stored. */
export type DocumentStoreConfig = { folder: string } | S3Place

/** The store that the settings choose. Refuses incomplete settings. */
export function readDocumentStoreConfig(
  { values, isSet, refuse }: ReadSettings,
  dataFolder: string,
): DocumentStoreConfig {
  const { DOCUMENT_STORE: place, DOCUMENTS_DIR: folder } = values
  if (!place) return { folder: folder ?? join(dataFolder, "documents") }
  const { AWS_ENDPOINT_URL_S3: endpoint } = values
  // Amazon has many regions; for another server, the region is only a word that both sides sign.
  const isKnown = isSet("AWS_REGION") || isSet("AWS_ENDPOINT_URL_S3")
  if (!isKnown) refuse("DOCUMENT_STORE needs AWS_REGION, the region of its bucket.")
  const prefix =
    place.prefix === "" || place.prefix.endsWith("/") ? place.prefix : `${place.prefix}/`
  const region = values.AWS_REGION ?? "us-east-1"
  return { bucket: place.bucket, prefix, region, ...(endpoint && { endpoint }) }
}
