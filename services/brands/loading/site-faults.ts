import type { ClientFile } from "./client-file.ts"

/** A site that is already stored when a brand is published. */
export interface KnownSite {
  host: string
  client: string
  /** The groups of unions that link to this host. */
  groups: string[]
}

/** A field of client.json that conflicts with other brands. */
export interface SiteFault {
  path: (string | number)[]
  reason: string
}

/**
 * Hosts of this brand that belong to another client, hosts that a group would lose, and unions
 * without their host. `brands` are published together; they replace their stored sites.
 */
export function siteFaults(
  brand: ClientFile,
  brands: readonly ClientFile[],
  known: readonly KnownSite[],
): SiteFault[] {
  const loaded = new Set(brands.map((one) => one.client))
  const clashes = brand.sites.flatMap(({ host }, index) => {
    const owner =
      brands.find((other) => other !== brand && hasHost(other, host))?.client ??
      known.find((site) => site.host === host && !loaded.has(site.client))?.client
    return owner === undefined
      ? []
      : [{ path: ["sites", index, "host"], reason: `belongs to ${owner} too` }]
  })
  const missed = known
    .filter(
      (site) => site.client === brand.client && !brands.some((one) => hasHost(one, site.host)),
    )
    .flatMap(({ host, groups }) =>
      groups
        .filter((group) => !loaded.has(group))
        .map((group) => ({ path: ["sites"], reason: `lack ${host}, which ${group} leads to` })),
    )
  return [...clashes, ...missed, ...unionFaults(brand, brands, known)]
}

function unionFaults(
  brand: ClientFile,
  brands: readonly ClientFile[],
  known: readonly KnownSite[],
): SiteFault[] {
  return (brand.clientGroup?.items ?? []).flatMap(({ client, hostName }, index) => {
    const together = brands.find((other) => other.client === client)
    const exists = together
      ? hasHost(together, hostName)
      : known.some((site) => site.client === client && site.host === hostName)
    if (exists) return []
    const path = ["clientGroup", "items", index, "hostName"]
    return [{ path, reason: `is no host of a client ${client}` }]
  })
}

function hasHost(brand: ClientFile, host: string): boolean {
  return brand.sites.some((site) => site.host === host)
}
