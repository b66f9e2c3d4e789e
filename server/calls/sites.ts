import type { FastifyRequest } from "fastify"
import { type Endpoint, siteKindOf } from "#contracts/endpoint.ts"
import { ApiError } from "#contracts/messages.ts"
import { askedHosts } from "#platform/http/asked-host.ts"
import type { TrustsProxy } from "#platform/http/trusted-proxies.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import type { Site } from "#services/call-request.ts"

/** The stored site of the request's host; undefined if no site has it. */
export type SiteAt = (request: FastifyRequest) => Promise<SiteRow | undefined>

/**
 * `lastSiteAt` returns the last known site of the host, so that an outage page still shows its
 * brand.
 */
export function createSiteAt(
  siteByHost: (host: string) => Promise<SiteRow | undefined>,
  trusts: TrustsProxy,
): { siteAt: SiteAt; lastSiteAt: (request: FastifyRequest) => SiteRow | undefined } {
  const last = new Map<string, SiteRow>()
  return {
    async siteAt(request) {
      for (const host of askedHosts(request, trusts)) {
        const site = await siteByHost(host)
        if (!site) last.delete(host)
        else {
          last.set(host, site)
          return site
        }
      }
      return undefined
    },
    lastSiteAt(request) {
      const [first = ""] = askedHosts(request, trusts)
      return last.get(first)
    },
  }
}

/** The site with its main host's address: links lead there, also from another of its hosts. */
export function siteOf(row: SiteRow, addresses: Pick<SiteAddresses, "of">): Site {
  const unions = row.group?.items ?? []
  return {
    host: row.host,
    origin: addresses.of(row.mainHost),
    client: row.client,
    clientName: row.name,
    isCustomerSite: row.isCustomerSite,
    clients: row.group ? unions.map(({ client }) => client) : [row.client],
    groupTerm: row.group?.term ?? "union",
    hosts: [row.host, ...unions.map(({ hostName }) => hostName)],
    ...(row.preview && { preview: row.preview }),
  }
}

/** Errors: `request.notFound` if this kind of site does not serve the call. */
export function refuseAtOtherSite(row: Endpoint, { isCustomerSite }: Site): void {
  const kind = siteKindOf(row)
  const isServed = kind === "any" || isCustomerSite === (kind === "customer")
  if (!isServed) throw new ApiError("request.notFound")
}
