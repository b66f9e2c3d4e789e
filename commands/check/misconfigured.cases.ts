/** A password in the settings, which must never be printed. */
export const secret = "hunter2"
/** A port on which nothing listens. */
export const nowhere = "127.0.0.1:1"

const production = { NODE_ENV: "production" }

/** Production settings with the services of the test. */
const productionHere = {
  NODE_ENV: "production",
  ALLOW_UNSAFE: "sandbox,smtp,database",
  MAIL_FROM: "no-reply@example.com",
}

/** A misconfiguration, and how `npm run my-account -- check` reports it. */
export interface Misconfigured {
  settings: () => object | Promise<object>
  says: RegExp
  /** Whether it is only a warning, with which the portal still serves. */
  isWarning?: true
}

/** Misconfigurations that can be checked without another program. */
export const settingsAlone: Record<string, Misconfigured> = {
  "a database beyond this machine without TLS": {
    settings: () => ({ ...production, DATABASE_URL: `postgres://me:${secret}@db.example/x` }),
    says: /^settings: .*DATABASE_URL does not require TLS .*sslmode=verify-full/,
  },
  "emails in plain text beyond this machine": {
    settings: () => ({ ...production, SMTP_URL: `smtp://me:${secret}@mail.example` }),
    says: /^settings: .*SMTP_URL/,
  },
  "the sandbox in production": {
    settings: () => production,
    says: /^settings: .*sandbox/i,
  },
  "Stripe without its keys": {
    settings: () => ({ PAYMENT_GATEWAY: "stripe" }),
    says: /^settings: PAYMENT_GATEWAY=stripe needs \w+\. Example: /,
  },
  "an account system without a token": {
    settings: () => ({ POLICY_ADMIN_URL: "https://accounts.example" }),
    says: /^settings: .*POLICY_ADMIN_TOKEN/,
  },
  "a folder of documents that cannot be made": {
    settings: () => ({ DOCUMENTS_DIR: "/dev/null/documents" }),
    says: /^DOCUMENTS_DIR: Documents cannot be stored in \/dev\/null\/documents: /,
  },
  "a key that is too short": {
    settings: () => ({ SECRET_KEY: "c2hvcnQ=" }),
    says: /^settings: SECRET_KEY must be 32 random bytes/,
  },
  "sites without https in production": {
    settings: () => ({ ...production, SITE_ADDRESS: "http://{host}" }),
    says: /^settings: .*SITE_ADDRESS/,
  },
  "a site address that is none": {
    settings: () => ({ SITE_ADDRESS: "nonsense" }),
    says: /^settings: SITE_ADDRESS must be .*Example: SITE_ADDRESS=/,
  },
  "one port for customers and monitoring": {
    settings: () => ({ PORT: "8080", ADMIN_PORT: "8080" }),
    says: /^settings: ADMIN_PORT must be another port than PORT\./,
  },
  "an address that this machine does not have": {
    settings: () => ({ LISTEN_ON: "192.0.2.1" }),
    says: /^PORT: No server can listen on 192\.0\.2\.1, .* Correct the address or the port\.$/,
  },
  "more connections than the database has": {
    settings: () => ({ DATABASE_POOL: "1000" }),
    says: /^DATABASE_POOL: A server uses up to 1001 connections, .+ Lower it, or raise max_/,
    isWarning: true,
  },
  "no trusted proxy in front of this machine": {
    settings: () => ({ ...productionHere, LISTEN_ON: "127.0.0.1", PORT: "3999" }),
    says: /^TRUST_PROXY: Only a proxy reaches a server on 127\.0\.0\.1, and none is trusted/,
    isWarning: true,
  },
  "a port by chance in production": {
    settings: () => productionHere,
    says: /^PORT: Port 0 is another free port at each start\. Name a port\.$/,
  },
  "NODE_ENV=prod": {
    settings: () => ({ NODE_ENV: "prod" }),
    says: /^settings: NODE_ENV must be .*Example: NODE_ENV=/,
  },
  "a collector that is away": {
    settings: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${nowhere}` }),
    says: /^OTEL_EXPORTER_OTLP_ENDPOINT: No collector answers at .* Start it\.$/,
    isWarning: true,
  },
  "a collector's address that is none": {
    settings: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }),
    says: /^OTEL_EXPORTER_OTLP_ENDPOINT: It is no http address\. Example: /,
  },
}
