import type { ClientGroup, clients, InitData } from "#contracts/brands/clients.ts"
import { shownDayAt } from "#contracts/dates.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { remembered } from "#platform/remembered.ts"
import { shortLived } from "#platform/short-lived.ts"
import type { StaffProvider, StaffSignIn } from "#services/staff/providers/staff-sign-in-ways.ts"
import type { Handlers, Site } from "../call-request.ts"
import type { Preview } from "./previews/preview-links.ts"
import type { Previews } from "./previews/previews.ts"
import {
  type AssetRow,
  findAsset,
  findCachedDataHours,
  findClientBrand,
  findCustomerClients,
  findCustomerHost,
  findEarlierFile,
  findPlannedAway,
  findSite,
  type SiteRow,
} from "./sites.store.ts"

export type { SiteRow } from "./sites.store.ts"

/** Whether a back-end service responds now. */
export type Check = () => Promise<boolean>

/**
 * Anyone can request the state of services, and some services limit the requests of all servers
 * together.
 */
const checkLimits = { holdsMs: 10_000, mostMs: 2_000 }

/**
 * Brands by host: the client of each host, and its data for browsers. `checks` are the back-end
 * services by the names that operators use.
 */
export function createClients({
  database,
  clock,
  checks,
  previews,
  staffSignIn,
}: {
  database: Database
  clock: Clock
  checks: Record<string, Check>
  previews: Pick<Previews, "siteOf">
  staffSignIn?: Pick<StaffSignIn, "allowsLocalAccounts"> & {
    providers: readonly Pick<StaffProvider, "name" | "label">[]
  }
}) {
  const siteByHost = shortLived(async (host) => {
    const site = await findSite(database, host)
    return site && { ...site, ...staffSignInAt(site) }
  })
  const brandByClient = shortLived((client) => findClientBrand(database, client))
  const hostByClient = shortLived((client) => findCustomerHost(database, client))

  function staffSignInAt({ isCustomerSite }: SiteRow): Pick<SiteRow, "staffSignIn"> {
    if (isCustomerSite || !staffSignIn || staffSignIn.providers.length === 0) return {}
    const { providers, allowsLocalAccounts } = staffSignIn
    const shown = providers.map(({ name, label }) => ({ name, label }))
    return { staffSignIn: { providers: shown, allowsLocalAccounts } }
  }

  async function knownSite(host: string): Promise<SiteRow> {
    const site = await siteByHost(host)
    if (!site) throw new ApiError("host.unknown")
    return site
  }

  /** The site for this browser, which may have a preview. */
  async function shownSite({ host, preview }: Pick<Site, "host" | "preview">): Promise<SiteRow> {
    const shown = preview && (await previews.siteOf(preview, await siteByHost(host)))
    return shown ?? (await knownSite(host))
  }

  const services = Object.entries(checks).map(([name, check]) => {
    return { name, isUp: remembered(check, checkLimits) }
  })

  async function backendServices() {
    return await Promise.all(
      services.map(async ({ name, isUp }) => ({
        name,
        status: (await isUp()) ? ("UP" as const) : ("DOWN" as const),
      })),
    )
  }

  const handlers: Handlers<typeof clients> = {
    async "GET /appcontent/clientAttributes"({ site }) {
      return initDataOf(await shownSite(site), clock.now())
    },
    async "GET /appcontent/clientGroup/{nameOrId}"({ site, params }) {
      const own = await shownSite(site)
      const home = own.groupHost === null ? own : await knownSite(own.groupHost)
      const named = params.nameOrId === home.client || params.nameOrId === home.name
      if (!home.group || !named) throw new ApiError("request.notFound")
      return clientGroupOf(home.group)
    },
    async "GET /appcontent/serviceStatus"() {
      const services = await backendServices()
      const allUp = services.every((service) => service.status === "UP")
      return { status: allUp ? "UP" : "DEGRADED" }
    },
    async "GET /appcontent/backendServices"() {
      return { items: await backendServices() }
    },
    async "GET /appcontent/publicIp"({ ip }) {
      return { ip }
    },
  }

  return {
    handlers,
    siteByHost,
    brandByClient,
    /**
     * The back-end services, and whether each responded within the last ten seconds. Never throws.
     */
    services: backendServices,
    /** The host of the client's customer site, if it has one. */
    hostByClient,
    /** The clients that have a site for customers. */
    customerClients: () => findCustomerClients(database),
    /** The clients whose account system has planned windows, with those windows. */
    plannedAway: () => findPlannedAway(database),
    /** Hours for which each client caches responses of its account system. */
    keptDataHours: () => findCachedDataHours(database),
    /** A file of the brand. */
    asset: (client: string, name: string): Promise<AssetRow | undefined> =>
      findAsset(database, client, name),
    /** A file that an older page references, by its hash. */
    earlierFile: (client: string, hash: string): Promise<AssetRow | undefined> =>
      findEarlierFile(database, client, hash),
  }
}

/** The data about a site for browsers. */
export function initDataOf(site: SiteRow, now: Date): InitData {
  return {
    client: site.client,
    clientName: site.name,
    clientPhoneNumber: site.phoneNumber,
    phoneHours: site.phoneHours,
    ...(site.closed.length > 0 && { closed: site.closed }),
    timeZone: site.timeZone,
    currentDate: shownDayAt(now, site.timeZone),
    isCustomerSite: site.isCustomerSite,
    isClientGroup: site.group !== null,
    clientGroupName: site.group === null ? site.groupName : site.name,
    clientGroupHostName: site.groupHost,
    gtmId: site.gtmId,
    hasBrandScripts: hasBrandScripts(site),
    searchIndex: site.searchIndex,
    metaDescription: site.metaDescription,
    showContactUs: site.showContactUs,
    showAboutUs: site.showAboutUs,
    claimUrl: site.claimUrl,
    secondLogoAnchorLink: link(site.secondLogoLink),
    brandDetail: {
      primaryLogo: assetAddress(site, site.primaryLogo),
      secondLogo: site.secondLogo === null ? null : assetAddress(site, site.secondLogo),
      primaryLogoAnchorLink: link(site.primaryLogoLink),
      logoImageUrl: site.logoImage === null ? null : assetAddress(site, site.logoImage),
      cssFileUrl: site.cssFile === null ? null : assetAddress(site, site.cssFile),
    },
    ...(site.staffSignIn && { staffSignIn: site.staffSignIn }),
  }
}

/**
 * Whether pages of this brand may contain third-party content: a tag manager, scripts, or content
 * from an origin that the brand lists.
 */
export function hasBrandScripts(site: SiteRow): boolean {
  return (
    site.gtmId !== null ||
    site.bodyScripts.length > 0 ||
    site.headTags.some(({ tag }) => tag === "script") ||
    originsOf(site).length > 0
  )
}

function originsOf(site: SiteRow): string[] {
  const { scriptOrigins, connectOrigins, frameOrigins, imageOrigins, styleOrigins } = site
  return [scriptOrigins, connectOrigins, frameOrigins, imageOrigins, styleOrigins].flat()
}

/** The unions of a group, without their internal fields. */
export function clientGroupOf(group: NonNullable<SiteRow["group"]>): ClientGroup {
  return {
    label: group.label,
    term: group.term,
    items: group.items.map(({ client, name, subGroup, hostName }) => ({
      client,
      name,
      subGroup,
      hostName,
    })),
  }
}

/** The part of a preview file's address that takes the place of the hash. */
export function previewVersion({ number }: Pick<Preview, "number">): string {
  return `preview-${number}`
}

function assetAddress(site: SiteRow, name: string): string {
  const { client, assets, preview } = site
  // Files of a preview have their own addresses, including those that a style sheet references, so
  // that caches never mix them.
  const version = preview ? previewVersion(preview) : (assets[name] ?? "-")
  return `/brand/${client}/${version}/${encodeURIComponent(name)}`
}

/** The link with a scheme. Operators may write links without one. */
function link(address: string | null): string | null {
  if (address === null || /^https?:\/\//i.test(address)) return address
  return `https://${address}`
}
