import type { FastifyRequest } from "fastify"
import { askedHosts } from "#platform/http/asked-host.ts"
import type { TrustsProxy } from "#platform/http/trusted-proxies.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import type { Site } from "#services/call-request.ts"

/** The stored site that a request asks for; undefined where none has its host. */
export type SiteAt = (request: FastifyRequest) => Promise<SiteRow | undefined>

export function createSiteAt(
  siteByHost: (host: string) => Promise<SiteRow | undefined>,
  trusts: TrustsProxy,
): SiteAt {
  return async (request) => {
    for (const host of askedHosts(request, trusts)) {
      const site = await siteByHost(host)
      if (site) return site
    }
    return undefined
  }
}

/** Links lead to the main host of the site, also from another of its hosts. */
export function siteOf(row: SiteRow, addresses: Pick<SiteAddresses, "of">): Site {
  const unions = row.group?.items ?? []
  return {
    host: row.host,
    origin: addresses.of(row.mainHost),
    client: row.client,
    clientName: row.name,
    isCustomerSite: row.isCustomerSite,
    clients: row.group ? unions.map(({ client }) => client) : [row.client],
    hosts: [row.host, ...unions.map(({ hostName }) => hostName)],
  }
}
