import { readTrustProxy } from "#platform/http/trusted-proxies.ts"
import { readSiteAddress } from "../site-addresses.ts"
import {
  contact,
  listeningAddress,
  oneOf,
  path,
  port,
  secretWord,
  someOf,
  wholeNumber,
} from "./forms.ts"
import { setting } from "./setting.ts"

/**
 * Choices that production refuses unless ALLOW_UNSAFE names them, with the risk that each accepts.
 */
export const unsafeChoices = {
  pglite: "PGlite, which may lose data in a power failure",
  mailbox: "no mail server",
  key: "the key files of `DATA_DIR`",
  sandbox: "payments that move no money",
  smtp: "email without TLS",
  database: "PostgreSQL without TLS",
  "staff-password": "staff without authenticator apps",
  http: "sites over HTTP",
  "account-system": "over HTTP",
  events: "endpoints over HTTP",
  documents: "a bucket over HTTP",
} as const

const unsafeNames = Object.keys(unsafeChoices) as (keyof typeof unsafeChoices)[]

export const serverSettings = {
  NODE_ENV: setting(oneOf("production", "development", "test"), {
    byDefault: "`development`",
    meaning:
      "`production` refuses unsafe settings, and does not parse replies against their contracts",
  }),
  ALLOW_UNSAFE: setting(someOf(...unsafeNames), {
    example: "sandbox",
    meaning: `unsafe choices that production accepts: ${unsafeNames.map((name) => `\`${name}\` (${unsafeChoices[name]})`).join(", ")}`,
  }),
  PORT: setting(port, { byDefault: "3000", meaning: "port to listen on" }),
  LISTEN_ON: setting(listeningAddress, {
    byDefault: "127.0.0.1 (production: 0.0.0.0)",
    meaning: "address to listen on",
  }),
  SITE_ADDRESS: setting(
    {
      must: "like https://{host} or http://{host}:3000, with {host} for the host of each site",
      example: "https://{host}",
      read: readSiteAddress,
    },
    {
      byDefault: "`http://{host}:PORT` (production: `https://{host}`)",
      meaning:
        "public address for all links, origins and cookies: scheme, `{host}` for the site's stored host, optional port; production refuses `http`",
    },
  ),
  TRUST_PROXY: setting(
    {
      must: "the addresses of your proxies, such as 10.0.0.0/8, separated by commas, or how many of them stand in a row",
      example: "10.0.0.0/8,192.0.2.7",
      read: readTrustProxy,
    },
    {
      byDefault: "none",
      meaning:
        "proxies whose `X-Forwarded-For` and `X-Forwarded-Host` count: addresses and networks, or the number in a row. `true` trusts every client; production refuses it",
    },
  ),
  SHUTDOWN_DELAY: setting(wholeNumber(0, 1000, { unit: "seconds", example: 5 }), {
    byDefault: "0 (production: 5)",
    meaning: "seconds of serving after SIGTERM while `/readyz` returns 503",
  }),
  DATA_DIR: setting(path("/var/lib/my-account"), {
    byDefault: "`.data`",
    meaning: "folder of PGlite, the key files and the sandbox's ledger",
  }),
  OUTAGE_PAGES: setting(path("/var/www/my-account/sites"), {
    byDefault: "none are written",
    meaning:
      "folder in which `load` and `publish` write `HOST.html` for each site, the page that the proxy serves while no server answers",
  }),
  BILLING_RUN: setting(oneOf("on", "off"), {
    byDefault: "on",
    meaning: "`off`: no daily billing in this process",
  }),
  LOG_LEVEL: setting(oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"), {
    byDefault: "warn (production: info)",
    example: "info",
    meaning: "least important lines that are written",
  }),
  ADMIN_PORT: setting(port, {
    byDefault: "none: `PORT` serves `/metrics`",
    example: "9464",
    meaning: "port for `/metrics`, `/healthz` and `/readyz`; `PORT` then serves no `/metrics`",
  }),
  ADMIN_LISTEN_ON: setting(listeningAddress, {
    byDefault: "127.0.0.1",
    meaning: "address for `ADMIN_PORT`",
  }),
  METRICS_TOKEN: setting(secretWord(16, "a-long-random-word"), {
    byDefault:
      "public (production: closed at `PORT`, and required at `ADMIN_PORT` beyond this machine)",
    isSecret: true,
    meaning: "token for `/metrics`, sent as `Authorization: Bearer …`",
  }),
  SECURITY_CONTACT: setting(contact, {
    byDefault: "none",
    meaning:
      "email address or HTTPS page for vulnerability reports, at `/.well-known/security.txt`",
  }),
}
