import type { FastifyInstance } from "fastify"
import { ApiError } from "#contracts/messages.ts"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { Site } from "#services/call-request.ts"
import { type SiteAt, siteOf } from "./sites.ts"

interface Options {
  siteAt: SiteAt
  addresses: SiteAddresses
  rateLimits: RateLimits
  unsubscribeByLink: (site: Site, token: string, ip: string) => Promise<void>
}

/** Bytes. A form with one field needs no more. */
const bodyLimit = 10_000
/** The mail programs of many people send from the same few addresses. */
const rateLimit = { calls: 600, minutes: 10 }

/**
 * One-click unsubscribe for mail programs: they post a form to the link in the email, without origin
 * and session. A browser that opens the same address gets the page; only the field of the form shows
 * the intent to unsubscribe. Source: RFC 8058.
 */
export function serveOneClickUnsubscribe(app: FastifyInstance, options: Options): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"]) {
      scope.addContentTypeParser(type, { parseAs: "string", bodyLimit }, (_request, body, parsed) =>
        parsed(null, body),
      )
    }
    scope.post<{ Params: { token: string } }>("/unsubscribe/:token", async (request, reply) => {
      const row = await options.siteAt(request)
      if (!row) throw new ApiError("host.unknown")
      await options.rateLimits.consume(
        `one-click unsubscribe ${row.client} ${limitedAddress(request.ip)}`,
        rateLimit,
      )
      if (!isOneClick(request.body)) throw new ApiError("request.malformed")
      const site = siteOf(row, options.addresses)
      await options.unsubscribeByLink(site, request.params.token, request.ip)
      reply.header("cache-control", "no-store").type("text/plain; charset=utf-8")
      return await reply.send("Unsubscribed")
    })
    done()
  })
}

/** Whether the body is `List-Unsubscribe=One-Click` in either form encoding. */
function isOneClick(body: unknown): boolean {
  if (typeof body !== "string") return false
  const isPlain = new URLSearchParams(body).get("List-Unsubscribe") === "One-Click"
  return isPlain || /name="?List-Unsubscribe"?(\r?\n[^\r\n]+)*\r?\n\r?\nOne-Click\r?\n/.test(body)
}
