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

/**
 * What a page may load: its own files, and scripts that carry this answer's nonce (with what
 * those load in turn).
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
