import { readFileSync } from "node:fs"
import type { DatabaseLimits, PostgresSource } from "#database/open.ts"
import { plainDatabase, plainSmtp } from "#platform/http/transport-security.ts"
import { readTrustProxy, type TrustsProxy } from "#platform/http/trusted-proxies.ts"
import {
  type DocumentStoreConfig,
  readDocumentStoreConfig,
} from "#server/adapters/document-store.ts"
import { type GatewayConfig, readGatewayConfig } from "#server/adapters/payment-gateway.ts"
import {
  type PolicyAdminConfig,
  plainPolicyAdmin,
  readPolicyAdminConfig,
} from "#server/adapters/policy-admin.ts"
import type { EventSettings } from "#services/events/endpoints.ts"
import { plainEndpoints, readEventSettings } from "./events-file.ts"
import { contactOf, emailOf, wordOf } from "./settings.ts"
import { plainSites, readSiteAddress } from "./site-addresses.ts"

/** The operator's settings, read once at startup; docs/operating.md explains each. */
export interface Config {
  port: number
  /** Address that the server listens on. */
  listenOn: string
  database: PostgresSource | { folder: string }
  /** Another role of that database, which owns the tables and migrates them. */
  migrateDatabaseUrl: string | undefined
  /** A copy of that database, for reads that may be some seconds old. */
  readDatabaseUrl: string | undefined
  /** How a serving process uses PostgreSQL. */
  databaseLimits: DatabaseLimits
  /** After SIGTERM: how long to keep serving while `/readyz` returns 503. */
  shutdownDelaySeconds: number
  /** The folder for data outside the database; `.data` by default. */
  dataFolder: string
  smtpUrl: string | undefined
  mailFrom: string
  /** Receives the audit entries that customers do not recognize. */
  alertsTo: string
  /** The address for vulnerability reports, as a URI; published in security.txt. */
  securityContact: string | undefined
  paymentGateway: GatewayConfig
  policyAdmin: PolicyAdminConfig
  documentStore: DocumentStoreConfig
  /** Where events are sent, and who may tell us what changed. */
  events: EventSettings
  /** 32 bytes as base64; encrypts pending emails. If absent, stored in the data folder. */
  secretKey: string | undefined
  /**
   * Every staff member needs a second factor; always in production unless ALLOW_UNSAFE says
   * otherwise.
   */
  staffSecondFactor: boolean
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: TrustsProxy
  production: boolean
  logLevel: string
  /** The Bearer token for /metrics. Null: closed. Undefined: public. */
  metricsToken: string | null | undefined
  /** Whether this process runs the daily billing, if the account system leaves it to us. */
  billingRun: boolean
  /**
   * The public address of a site, with {host} for its host. Undefined: this machine, at our port.
   */
  siteAddress: string | undefined
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const

/**
 * Reads the configuration from the environment.
 *
 * Errors: an `Error` with one line for the operator, if a value is invalid or production would use
 * an unsafe choice that ALLOW_UNSAFE does not name.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const production = env.NODE_ENV === "production"
  const dataFolder = env.DATA_DIR ?? ".data"
  const mailFrom = emailOf(env.MAIL_FROM, "no-reply@my-account.localhost", "MAIL_FROM")
  wordOf(env.NODE_ENV, "development", "NODE_ENV", ["production", "development", "test"])
  const allowed = (env.ALLOW_UNSAFE ?? "").split(",")
  const config: Config = {
    port: portOf(env.PORT, 3000, "PORT"),
    listenOn: env.LISTEN_ON ?? (production ? "0.0.0.0" : "127.0.0.1"),
    database: databaseOf(env) ?? { folder: dataFolder },
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL || undefined,
    readDatabaseUrl: env.READ_DATABASE_URL || undefined,
    databaseLimits: {
      connections: wholeOf(env.DATABASE_POOL, 10, "DATABASE_POOL", 1),
      connectSeconds: wholeOf(env.DATABASE_CONNECT_TIMEOUT, 5, "DATABASE_CONNECT_TIMEOUT", 1),
      statementSeconds: wholeOf(
        env.DATABASE_STATEMENT_TIMEOUT,
        15,
        "DATABASE_STATEMENT_TIMEOUT",
        1,
      ),
    },
    shutdownDelaySeconds: wholeOf(env.SHUTDOWN_DELAY, production ? 5 : 0, "SHUTDOWN_DELAY", 0),
    dataFolder,
    smtpUrl: env.SMTP_URL || undefined,
    mailFrom,
    alertsTo: emailOf(env.ALERTS_TO, `security@${mailFrom.split("@")[1]}`, "ALERTS_TO"),
    securityContact: contactOf(env.SECURITY_CONTACT, "SECURITY_CONTACT"),
    paymentGateway: readGatewayConfig(env),
    policyAdmin: readPolicyAdminConfig(env),
    documentStore: readDocumentStoreConfig(env, dataFolder),
    events: readEventSettings(env.EVENTS_FILE),
    secretKey: env.SECRET_KEY ?? fromFile(env.SECRET_KEY_FILE),
    staffSecondFactor:
      isRequired(env.STAFF_SECOND_FACTOR) || (production && !allowed.includes("staff-password")),
    trustProxy: readTrustProxy(env.TRUST_PROXY, production),
    production,
    logLevel: wordOf(env.LOG_LEVEL, production ? "info" : "warn", "LOG_LEVEL", logLevels),
    billingRun: wordOf(env.BILLING_RUN, "on", "BILLING_RUN", ["on", "off"]) === "on",
    siteAddress: readSiteAddress(env.SITE_ADDRESS, production),
    metricsToken: env.METRICS_TOKEN || (production ? null : undefined),
  }
  if (production) refuseUnsafe(config, allowed)
  return config
}

export function portOf(text: string | undefined, otherwise: number, name: string): number {
  if (text === undefined || text === "") return otherwise
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`${name} must be a port number, not "${text}".`)
  }
  return port
}

function databaseOf({ DATABASE_URL: url, NAMED_STATEMENTS: named }: NodeJS.ProcessEnv) {
  const isNamed = wordOf(named, "on", "NAMED_STATEMENTS", ["on", "off"]) === "on"
  return url ? { url, namesStatements: isNamed } : undefined
}

/** An integer of at least `least`; seconds, or connections. */
function wholeOf(text: string | undefined, otherwise: number, name: string, least: number): number {
  if (text === undefined || text === "") return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > 1_000) {
    throw new Error(`${name} must be a whole number from ${least} to 1000, not "${text}".`)
  }
  return number
}

function isRequired(text: string | undefined): boolean {
  if (text === "required") return true
  if (text === undefined || text === "") return false
  throw new Error(`STAFF_SECOND_FACTOR must be "required" or not set, not "${text}".`)
}

function fromFile(path: string | undefined): string | undefined {
  return path === undefined ? undefined : readFileSync(path, "utf8").trim()
}

function refuseUnsafe(config: Config, allowed: string[]) {
  const unsafe = {
    pglite: "folder" in config.database && "DATABASE_URL is not set (PGlite keeps no fsync)",
    mailbox: config.smtpUrl === undefined && "SMTP_URL is not set",
    key: config.secretKey === undefined && "SECRET_KEY is not set",
    sandbox: config.paymentGateway.kind === "sandbox" && "PAYMENT_GATEWAY is the sandbox",
    http: plainSites(config.siteAddress),
    smtp: plainSmtp(config.smtpUrl),
    events: plainEndpoints(config.events),
    "account-system": plainPolicyAdmin(config.policyAdmin),
    database:
      plainDatabase("url" in config.database ? config.database.url : undefined, "DATABASE_URL") ??
      plainDatabase(config.migrateDatabaseUrl, "MIGRATE_DATABASE_URL") ??
      plainDatabase(config.readDatabaseUrl, "READ_DATABASE_URL"),
  }
  for (const [name, reason] of Object.entries(unsafe)) {
    if (reason && !allowed.includes(name)) {
      throw new Error(
        `Refused in production: ${reason}. Change it, or name "${name}" in ALLOW_UNSAFE to accept that.`,
      )
    }
  }
}
