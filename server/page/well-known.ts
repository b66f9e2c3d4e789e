import type { FastifyInstance } from "fastify"
import { ApiError } from "#contracts/messages.ts"
import type { Clock } from "#platform/clock.ts"
import { later } from "#platform/time.ts"
import type { SiteAt } from "#server/calls/sites.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"

/** Days for which a copy of the file is valid. */
const validDays = 90

/**
 * Serves the well-known addresses of every site. `securityContact` is a URI, or undefined if the
 * operator configured none.
 */
export function serveWellKnown(
  app: FastifyInstance,
  {
    siteAt,
    addresses,
    clock,
    securityContact,
  }: {
    siteAt: SiteAt
    addresses: Pick<SiteAddresses, "of">
    clock: Clock
    securityContact: string | undefined
  },
): void {
  // Source: RFC 9116.
  app.get("/.well-known/security.txt", async (request, reply) => {
    const site = await siteAt(request)
    if (!site || securityContact === undefined) throw new ApiError("request.notFound")
    const expires = later(clock.now(), { days: validDays })
    reply.header("cache-control", "public, max-age=86400").type("text/plain; charset=utf-8")
    return [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en",
      `Canonical: ${addresses.of(site.host)}/.well-known/security.txt`,
      "",
    ].join("\n")
  })

  // Password managers open this address. Source: W3C, A Well-Known URL for Changing Passwords.
  app.get("/.well-known/change-password", async (request, reply) => {
    const site = await siteAt(request)
    if (!site?.isCustomerSite) throw new ApiError("request.notFound")
    return await reply.header("cache-control", "no-store").redirect("/my-profile", 302)
  })
}
