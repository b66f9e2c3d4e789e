import type { SiteRow } from "#services/brands/clients.ts"

/** Where browsers report what a page's policy forbade. */
export const reportPath = "/csp-reports"

/** Where Google Tag Manager and Analytics send to. Source: their guide to content security policies. */
const tagManagerOrigins = [
  "https://www.googletagmanager.com",
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
]

/** Who may hand HTML and script addresses to the browser; see web/ui/text/clean-html.tsx, web/app/own-script.ts. */
const trustedTypes = [
  "require-trusted-types-for 'script'",
  "trusted-types clean-html own-script tag-manager",
]

type Directives = Record<string, readonly string[]>

/** What every document has in common; `extra` adds sources to a directive. */
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

/**
 * The policy of a document that may hold a card form, and of every document of a brand without
 * scripts: our own files, and the gateway (`gatewayOrigins`). Two policies, and a file has to pass
 * both: the first wants the nonce, the second (where `inlineHashes` are known) our own host, because
 * a script that has the nonce hands it on to what it imports, wherever that comes from.
 */
export function ownFilesPolicy(
  nonce: string,
  gatewayOrigins: readonly string[],
  inlineHashes: readonly string[],
): string {
  const first = policy(nonce, { "connect-src": gatewayOrigins }, trustedTypes)
  if (inlineHashes.length === 0) return first
  const hashes = inlineHashes.map((hash) => `'${hash}'`)
  const second = ["script-src 'self'", ...hashes].join(" ")
  return `${first}, ${[second, ...reporting].join("; ")}`
}

/** The policy of a document with a brand's scripts: our own files, and the origins that the brand names. */
export function brandScriptsPolicy(nonce: string, site: SiteRow): string {
  const measured = site.gtmId === null ? [] : tagManagerOrigins
  const sockets = site.connectOrigins.map((origin) => origin.replace("https:", "wss:"))
  const extra: Directives = {
    "script-src": [...measured.slice(0, 1), ...site.scriptOrigins],
    "style-src": site.styleOrigins,
    // Style sheets bring their fonts from where they come from themselves.
    "font-src": site.styleOrigins,
    "img-src": [...measured, ...site.imageOrigins],
    "frame-src": site.frameOrigins,
    "connect-src": [...measured, ...site.connectOrigins, ...sockets],
  }
  return policy(nonce, extra, [])
}

/** Trusted Types are only reported where a brand's scripts, which do not know them, run too. */
export const trustedTypesReportOnly = [...trustedTypes, ...reporting].join("; ")

/** The policy of a page without any script. */
export function scriptlessPolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
