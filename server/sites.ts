import type { FastifyRequest } from "fastify"
import type { SiteRow } from "#services/appcontent/clients.ts"
import type { Site } from "#services/request.ts"

/** The host that the browser asked for, without its port. */
export function hostOf(request: FastifyRequest): string {
  return request.hostname.toLowerCase().replace(/\.$/, "")
}

/** Scheme, host and port as the browser sees them. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host.toLowerCase()}`
}

export function siteOf(row: SiteRow, origin: string): Site {
  const unions = row.group?.items ?? []
  return {
    host: row.host,
    origin,
    client: row.client,
    clientName: row.name,
    isCustomerSite: row.isCustomerSite,
    clients: row.group ? unions.map(({ client }) => client) : [row.client],
    hosts: [row.host, ...unions.map(({ hostName }) => hostName)],
  }
}
