import type { FastifyReply } from "fastify"

/** Headers that every answer carries, whatever it is. */
export function setCommonHeaders(reply: FastifyReply, secure: boolean): void {
  reply.header("x-content-type-options", "nosniff")
  reply.header("referrer-policy", "same-origin")
  reply.header("cross-origin-opener-policy", "same-origin")
  reply.header("cross-origin-resource-policy", "same-origin")
  reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()")
  if (secure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains")
}

/** Where Google Tag Manager and Analytics send to. Source: their guide to content security policies. */
export const tagManagerHosts = [
  "https://www.googletagmanager.com",
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
]

/**
 * What a page may load: its own files, and scripts that carry this answer's nonce (with what
 * those load in turn). `measured` is where a client's tag manager may send what it counts;
 * `asked` are the other servers that our own scripts speak to.
 */
export function contentSecurityPolicy(
  nonce: string,
  measured: readonly string[] = [],
  asked: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...measured].join(" "),
    "font-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...measured, ...asked].join(" "),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
