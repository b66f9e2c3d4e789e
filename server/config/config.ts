import type { DatabaseLimits, PostgresSource } from "#database/open.ts"
import {
  isLoopback,
  plainBucket,
  plainDatabase,
  plainSmtp,
} from "#platform/http/transport-security.ts"
import { type TrustsProxy, trustsEveryPeer } from "#platform/http/trusted-proxies.ts"
import { defaultDays, type Retention } from "#platform/jobs/retention.ts"
import type { EventSettings } from "#services/events/endpoints.ts"
import {
  type DocumentStoreConfig,
  type GatewayConfig,
  type PolicyAdminConfig,
  plainPolicyAdmin,
  readDocumentStoreConfig,
  readGatewayConfig,
  readPolicyAdminConfig,
} from "./adapter-config.ts"
import { plainEndpoints } from "./events-file.ts"
import { type KeyConfig, readKeyConfig } from "./keys.ts"
import { type ReadSettings, readSettings } from "./settings/read-settings.ts"
import type { unsafeChoices } from "./settings/server-settings.ts"
import { plainSites } from "./site-addresses.ts"
import { plainProvider, type StaffProviderSettings } from "./staff-providers-file.ts"

/** The operator's settings, read once at startup; docs/configuration.md explains each. */
export interface Config extends KeyConfig {
  port: number
  /** Address that the server listens on. */
  listenOn: string
  database: PostgresSource | { folder: string }
  /** Connects with another role of that database, which owns the tables and migrates them. */
  migrateDatabaseUrl: string | undefined
  /** A copy of that database for reads that may be some seconds old. */
  readDatabaseUrl: string | undefined
  /** How a serving process uses PostgreSQL. */
  databaseLimits: DatabaseLimits
  /** Seconds after SIGTERM during which the server keeps serving while `/readyz` returns 503. */
  shutdownDelaySeconds: number
  /** The folder for data outside the database; `.data` by default. */
  dataFolder: string
  /** The folder of the pages that a proxy serves while no server answers. */
  outagePages: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** The address that receives alerts about audit entries that a customer does not recognize. */
  alertsTo: string
  /** The address for vulnerability reports, as a URI; published in security.txt. */
  securityContact: string | undefined
  paymentGateway: GatewayConfig
  policyAdmin: PolicyAdminConfig
  documentStore: DocumentStoreConfig
  /** Where events are sent, and which systems may report changes to us. */
  events: EventSettings
  /**
   * Whether every staff member needs a second factor; always true in production unless ALLOW_UNSAFE
   * says otherwise.
   */
  staffSecondFactor: boolean
  /** Identity providers with which staff sign in. */
  staffProviders: readonly StaffProviderSettings[]
  /** Whether staff may sign in with a local password. */
  staffLocalAccounts: boolean
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: TrustsProxy
  production: boolean
  logLevel: string
  /** Where metrics and health checks are served, if not at `port`. */
  admin: { port: number; listenOn: string } | undefined
  /** The Bearer token for /metrics. Null: closed. Undefined: public. */
  metricsToken: string | null | undefined
  /** How long data are retained that the books do not need. */
  retention: Retention
  /** Whether this process runs the daily billing, if the account system leaves billing to us. */
  billingRun: boolean
  /**
   * The public address of a site, with {host} for its host. Undefined: this machine, at our port.
   */
  siteAddress: string | undefined
  /** Port of the development mailbox, for `npm start`. */
  mailboxPort: number
  /** Lines for the operator about environment variables that look like mistyped settings. */
  warnings: readonly string[]
}

/** The settings cannot be used. The message has a line for each problem. */
export class SettingsRefused extends Error {
  override name = "SettingsRefused"
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const [only] = problems
    const list = problems.map((line) => `  ${line}`).join("\n")
    super(problems.length === 1 ? only : `${problems.length} problems in the settings:\n${list}`)
    this.problems = problems
  }
}

/**
 * Reads the configuration from the environment.
 *
 * Errors: `SettingsRefused`, with every problem: invalid values, settings that require others, and
 * in production unsafe choices that ALLOW_UNSAFE does not name.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = readSettings(env)
  const config = configOf(read)
  refuseContradictions(read)
  if (config.production) {
    refuseUnsafe(config, read)
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
      read.refuse(
        "Refused in production: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of all certificates. Name further authorities in NODE_EXTRA_CA_CERTS.",
      )
    }
  }
  if (read.problems.length > 0) throw new SettingsRefused(read.problems)
  return config
}

function configOf(read: ReadSettings): Config {
  const { values } = read
  const production = values.NODE_ENV === "production"
  const dataFolder = values.DATA_DIR ?? ".data"
  const mailFrom = values.MAIL_FROM ?? "no-reply@my-account.localhost"
  const { DATABASE_URL: url } = values
  const allowsStaffPassword = values.ALLOW_UNSAFE?.includes("staff-password")
  return {
    port: values.PORT ?? 3000,
    listenOn: values.LISTEN_ON ?? (production ? "0.0.0.0" : "127.0.0.1"),
    database: url
      ? { url, namesStatements: values.NAMED_STATEMENTS !== "off" }
      : { folder: dataFolder },
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    readDatabaseUrl: values.READ_DATABASE_URL,
    databaseLimits: {
      connections: values.DATABASE_POOL ?? 10,
      connectSeconds: values.DATABASE_CONNECT_TIMEOUT ?? 5,
      statementSeconds: values.DATABASE_STATEMENT_TIMEOUT ?? 15,
    },
    shutdownDelaySeconds: values.SHUTDOWN_DELAY ?? (production ? 5 : 0),
    outagePages: values.OUTAGE_PAGES,
    smtpUrl: values.SMTP_URL,
    mailFrom,
    alertsTo: values.ALERTS_TO ?? `security@${mailFrom.split("@")[1]}`,
    securityContact: values.SECURITY_CONTACT,
    paymentGateway: readGatewayConfig(read),
    policyAdmin: readPolicyAdminConfig(read),
    documentStore: readDocumentStoreConfig(read, dataFolder),
    events: values.EVENTS_FILE ?? { endpoints: [], senders: [] },
    ...readKeyConfig(read, dataFolder),
    staffSecondFactor:
      values.STAFF_SECOND_FACTOR === "required" || (production && !allowsStaffPassword),
    staffProviders: values.STAFF_PROVIDERS_FILE ?? [],
    staffLocalAccounts: values.STAFF_LOCAL_ACCOUNTS !== "off",
    trustProxy: values.TRUST_PROXY ?? (() => false),
    production,
    logLevel: values.LOG_LEVEL ?? (production ? "info" : "warn"),
    retention: {
      ended: values.KEEP_ENDED_DAYS ?? defaultDays.ended,
      devices: values.KEEP_DEVICE_DAYS ?? defaultDays.devices,
      emails: values.KEEP_EMAIL_DAYS ?? defaultDays.emails,
      unsentEvents: values.KEEP_UNSENT_EVENT_DAYS ?? defaultDays.unsentEvents,
      unsubscribeLinks: values.KEEP_UNSUBSCRIBE_DAYS ?? defaultDays.unsubscribeLinks,
      pageReports: values.KEEP_CSP_REPORT_DAYS ?? defaultDays.pageReports,
    },
    billingRun: values.BILLING_RUN !== "off",
    siteAddress: values.SITE_ADDRESS ?? (production ? "https://{host}" : undefined),
    admin:
      values.ADMIN_PORT === undefined
        ? undefined
        : { port: values.ADMIN_PORT, listenOn: values.ADMIN_LISTEN_ON ?? "127.0.0.1" },
    metricsToken:
      values.METRICS_TOKEN ?? (production && values.ADMIN_PORT === undefined ? null : undefined),
    mailboxPort: values.MAILBOX_PORT ?? 1080,
    warnings: read.warnings,
  }
}

function refuseContradictions({ values, isSet, refuse }: ReadSettings): void {
  if (isSet("ADMIN_LISTEN_ON") && !isSet("ADMIN_PORT")) refuse("ADMIN_LISTEN_ON needs ADMIN_PORT.")
  if (values.ADMIN_PORT && values.ADMIN_PORT === (values.PORT ?? 3000)) {
    refuse("ADMIN_PORT must be another port than PORT.")
  }
  if (values.STAFF_LOCAL_ACCOUNTS === "off" && !isSet("STAFF_PROVIDERS_FILE")) {
    refuse(
      "STAFF_LOCAL_ACCOUNTS=off needs STAFF_PROVIDERS_FILE: otherwise no staff member could sign in.",
    )
  }
  for (const name of ["MIGRATE_DATABASE_URL", "READ_DATABASE_URL"] as const) {
    if (isSet(name) && !isSet("DATABASE_URL")) refuse(`${name} needs DATABASE_URL.`)
  }
}

/** An unusable setting is already reported, and is not reported again. */
function refuseUnsafe(config: Config, { values, isSet, refuse }: ReadSettings): void {
  const unsafe: Record<keyof typeof unsafeChoices, string | false | undefined> = {
    pglite:
      !isSet("DATABASE_URL") &&
      "DATABASE_URL is not set (PGlite can lose the latest writes when the machine stops)",
    mailbox: !isSet("SMTP_URL") && "SMTP_URL is not set",
    key: missingKeys(isSet),
    sandbox: config.paymentGateway.kind === "sandbox" && "PAYMENT_GATEWAY is the sandbox",
    http: plainSites(config.siteAddress),
    smtp: plainSmtp(config.smtpUrl),
    events: plainEndpoints(config.events),
    "account-system": plainPolicyAdmin(config.policyAdmin),
    documents: plainBucket(values.AWS_ENDPOINT_URL_S3),
    database:
      plainDatabase(values.DATABASE_URL, "DATABASE_URL") ??
      plainDatabase(config.migrateDatabaseUrl, "MIGRATE_DATABASE_URL") ??
      plainDatabase(config.readDatabaseUrl, "READ_DATABASE_URL"),
    // The default is the safe choice.
    "staff-password": undefined,
  }
  for (const [name, reason] of Object.entries(unsafe)) {
    if (!reason || values.ALLOW_UNSAFE?.includes(name as keyof typeof unsafe)) continue
    refuse(
      `Refused in production: ${reason}. Change it, or name "${name}" in ALLOW_UNSAFE to accept that.`,
    )
  }
  if (config.admin && !isLoopback(config.admin.listenOn) && !isSet("METRICS_TOKEN")) {
    refuse(
      "Refused in production: ADMIN_LISTEN_ON lets other machines read the metrics. Set METRICS_TOKEN, or listen on 127.0.0.1.",
    )
  }
  const plain = plainProvider(config.staffProviders)
  if (plain !== undefined) {
    refuse(
      `Refused in production: the identity provider ${plain} of STAFF_PROVIDERS_FILE is reached over plain HTTP. Give it an https issuer.`,
    )
  }
  if (config.trustProxy === trustsEveryPeer) {
    refuse(
      `Refused in production: TRUST_PROXY is "true", which lets every caller choose the address that their requests seem to come from. Name your proxies, such as TRUST_PROXY=10.0.0.0/8.`,
    )
  }
}

function missingKeys(isSet: ReadSettings["isSet"]): string | undefined {
  const names = ["SECRET_KEY", "AUDIT_KEY"] as const
  const missing = names.filter((name) => !isSet(name) && !isSet(`${name}_FILE`))
  if (missing.length === 0) return undefined
  return `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set`
}
