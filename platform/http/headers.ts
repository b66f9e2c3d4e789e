import type { FastifyReply, FastifyRequest } from "fastify"

/** The policy of replies that are not documents: opened as one, they load and run nothing. */
export const nothingPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Sets the headers of every reply. `isSecure`: the sites are served over HTTPS. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): void {
  reply.header("x-request-id", request.id)
  reply.header("x-content-type-options", "nosniff")
  // Pages and files replace this policy. No reply of any kind may be framed.
  reply.header("content-security-policy", nothingPolicy)
  reply.header("referrer-policy", "same-origin")
  reply.header("cross-origin-opener-policy", "same-origin")
  reply.header("cross-origin-resource-policy", "same-origin")
  reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()")
  if (isSecure) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains")
}
