import type { SiteRow } from "#services/brands/clients.ts"

/** The address to which browsers report policy violations. */
export const reportPath = "/csp-reports"

/** Hosts that Google Tag Manager and Analytics send to. Source: their CSP guide. */
const tagManagerOrigins = [
  "https://www.googletagmanager.com",
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
]

/**
 * Policies that may create HTML and script addresses; see web/ui/text/clean-html.tsx and
 * web/app/own-script.ts.
 */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  "trusted-types clean-html own-script tag-manager",
]

/**
 * Where a gateway's script runs, two more may: one for its address, and the default for the scripts
 * that it loads itself; see web/payments/fields/stripe.
 */
const gatewayTrustedTypes = trustedTypes.map((rule) =>
  rule.startsWith("trusted-types ") ? `${rule} gateway-script default` : rule,
)

type Directives = Record<string, readonly string[]>

/** The directives of every document; `extra` adds sources to a directive. */
function policy(nonce: string, extra: Directives, rest: readonly string[]): string {
  const base: Directives = {
    "default-src": [],
    "script-src": [`'nonce-${nonce}'`],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "frame-src": [],
    "worker-src": ["'self'"],
    "connect-src": ["'self'"],
    "base-uri": [],
    "form-action": ["'self'"],
    "frame-ancestors": [],
  }
  const lines = Object.entries(base).map(([directive, sources]) => {
    const all = [...sources, ...(extra[directive] ?? [])]
    return [directive, ...(all.length > 0 ? all : ["'none'"])].join(" ")
  })
  return [...lines, ...rest, ...reporting].join("; ")
}

const reporting = [`report-uri ${reportPath}`, "report-to csp"]

/** The sources of a payment gateway, as its documentation lists them. */
export interface GatewayOrigins {
  /** Its script, and the scripts that this loads. */
  scripts: readonly string[]
  /** Its API for browsers. */
  connections: readonly string[]
  /** Its fields, and the pages on which customers confirm payments and cards with their bank. */
  frames: readonly string[]
  images: readonly string[]
}

/** A document without the gateway, and without brand scripts. */
export const noGateway: GatewayOrigins = { scripts: [], connections: [], frames: [], images: [] }

/**
 * The policy of documents without brand scripts: it allows our own files and, in a document that may
 * contain a card form, the gateway. There are two policies, and a script must satisfy both: the
 * first requires the nonce or the gateway's host, the second (if `inlineHashes` are known) our own
 * host or the gateway's, because a script with the nonce passes it on to its imports from any host.
 */
export function ownFilesPolicy(
  nonce: string,
  gateway: GatewayOrigins,
  inlineHashes: readonly string[],
): string {
  const isPayment = gateway !== noGateway
  const sources = {
    "script-src": gateway.scripts,
    "connect-src": gateway.connections,
    // Frames may show the bank's page, and our page to which it leads.
    "frame-src": [...(isPayment ? ["'self'"] : []), ...gateway.frames],
    "img-src": gateway.images,
  }
  const rules = gateway.scripts.length > 0 ? gatewayTrustedTypes : trustedTypes
  const first = policy(nonce, sources, rules)
  if (inlineHashes.length === 0) return first
  const hashes = inlineHashes.map((hash) => `'${hash}'`)
  const second = ["script-src 'self'", ...gateway.scripts, ...hashes].join(" ")
  return `${first}, ${[second, ...reporting].join("; ")}`
}

/**
 * The policy of a document with brand scripts: it allows our own files, and the origins that the
 * brand names.
 */
export function brandScriptsPolicy(nonce: string, site: SiteRow): string {
  const measured = site.gtmId === null ? [] : tagManagerOrigins
  const sockets = site.connectOrigins.map((origin) => origin.replace("https:", "wss:"))
  const extra: Directives = {
    "script-src": [...measured.slice(0, 1), ...site.scriptOrigins],
    "style-src": site.styleOrigins,
    // Style sheets load their fonts from their own origin.
    "font-src": site.styleOrigins,
    "img-src": [...measured, ...site.imageOrigins],
    "frame-src": site.frameOrigins,
    "connect-src": [...measured, ...site.connectOrigins, ...sockets],
  }
  return policy(nonce, extra, [])
}

/**
 * On pages with brand scripts, which do not support Trusted Types, violations are only reported.
 */
export const trustedTypesReportOnly = [...trustedTypes, ...reporting].join("; ")

/**
 * The policy of a page without any script. `framedBy` lists the sites that may show it in a frame.
 */
export function scriptlessPolicy(nonce: string, framedBy: "'none'" | "'self'" = "'none'"): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors ${framedBy}`
}
