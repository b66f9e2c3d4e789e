import type { FastifyInstance } from "fastify"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import type { LogoutResult } from "#services/staff/providers/provider-logout.ts"

interface Options {
  endProviderSessions: (request: {
    provider: string
    token: string
    ip: string
  }) => Promise<LogoutResult>
  rateLimits: RateLimits
}

/** Bytes. A logout token needs no more. */
const bodyLimit = 20_000
/** All staff of a company may be logged out at once, from the few addresses of its provider. */
const rateLimit = { calls: 6_000, minutes: 10 }

const statuses: Record<LogoutResult, number> = {
  done: 200,
  repeated: 200,
  refused: 400,
  away: 503,
}

/**
 * Receives logout tokens of identity providers at every host, as forms. Only the token decides: it
 * is signed by the provider whose name is in the path. Source: OpenID Connect Back-Channel Logout
 * 1.0, section 2.8.
 */
export function serveProviderLogout(
  app: FastifyInstance,
  { endProviderSessions, rateLimits }: Options,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      "/provider-logout/:provider",
      async (request, reply) => {
        const address = limitedAddress(request.ip)
        await rateLimits.consume(`provider logout ${address}`, rateLimit)
        const { body } = request
        const token =
          typeof body === "string" ? new URLSearchParams(body).get("logout_token") : null
        const { provider } = request.params
        const result =
          token === null
            ? "refused"
            : await endProviderSessions({ provider, token, ip: request.ip })
        reply.code(statuses[result]).header("cache-control", "no-store")
        if (statuses[result] === 200) return await reply.send()
        const error = result === "away" ? "temporarily_unavailable" : "invalid_request"
        return await reply.send({ error })
      },
    )
    done()
  })
}
