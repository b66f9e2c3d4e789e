import type { InitData } from "#contracts/brands/clients.ts"
import { camelKeys, oneRow, type Queries, sql } from "#database/sql.ts"
import { headingFontFile } from "#platform/pdf/heading-font.ts"
import type { ClientRow } from "./loading/brand-rows.ts"
import type { PlannedAway } from "./planned-away.ts"
import type { Preview } from "./previews/preview-links.ts"

export interface SiteRow extends ClientRow {
  host: string
  /** The host for links to the site: the first of its hosts by name. */
  mainHost: string
  isCustomerSite: boolean
  /** Set for a support site where staff can sign in without a password of ours. */
  staffSignIn?: InitData["staffSignIn"]
  /** The hash of each of the client's files, by file name. */
  assets: Record<string, string>
  /** Null unless this client is a group of unions. */
  group: GroupRow | null
  /** The host of the group that this union belongs to; null without one. */
  groupHost: string | null
  /** The name of the group that this union belongs to; null without one. */
  groupName: string | null
  /** The release that this browser sees instead of the published one. */
  preview?: Preview & { isPublished: boolean }
}

export interface GroupRow {
  label: string
  /** The group's word for one of its members, such as "union". */
  term: string
  items: { client: string; name: string; subGroup: string; hostName: string }[]
}

/** The site at this host with its client, brand files and group. */
export async function findSite(queries: Queries, host: string): Promise<SiteRow | undefined> {
  const found = await oneRow<Omit<SiteRow, keyof ClientRow> & { brand: object }>(
    queries,
    sql`select s.host, (select min(m.host) from appcontent.site m
        where m.client = s.client and m.is_customer_site = s.is_customer_site) as main_host,
      s.is_customer_site, to_json(c) as brand,
      (select coalesce(json_object_agg(a.name, a.hash), '{}')
        from appcontent.asset a where a.client = c.client) as assets,
      (select json_build_object('label', g.label, 'term', g.term, 'items',
          (select coalesce(json_agg(json_build_object('client', i.client, 'name', i.name,
              'subGroup', i.sub_group, 'hostName', i.host) order by i.position), '[]')
            from appcontent.client_group_item i where i.client_group = g.client))
        from appcontent.client_group g where g.client = c.client) as "group",
      (select gs.host from appcontent.client_group_item i
        join appcontent.site gs on gs.client = i.client_group and gs.is_customer_site
        where i.client = c.client and i.host = s.host
        order by gs.host limit 1) as group_host,
      (select gc.name from appcontent.client_group_item i
        join appcontent.client gc on gc.client = i.client_group
        where i.client = c.client and i.host = s.host
        order by gc.client limit 1) as group_name
    from appcontent.site s join appcontent.client c using (client)
    where s.host = ${host}`,
  )
  if (!found) return undefined
  const { brand, ...site } = found
  return { ...camelKeys<ClientRow>(brand), ...site }
}

export interface ClientBrandRow {
  clientName: string
  /** The name on statements that client.json has, or that of the client's group. */
  shortName: string | null
  /** The account with Stripe that client.json has, or that of the client's group. */
  stripeAccount: string | null
  phoneNumber: string
  postalAddress: string | null
  timeZone: string
  refundApprovalAbove: number
  gatewayRefundsReopen: boolean
  mostCreditYears: number
  keptDataHours: number
  plannedAway: PlannedAway[]
  mailColor: string
  logo: Buffer | null
  logoMediaType: string | null
  /** The face of headings in documents. */
  headingFont: Buffer | null
  /** The brand's custom properties. */
  styleSheet: Buffer | null
}

/** The parts of a brand that appear in emails, documents and on statements, and its rules. */
export async function findClientBrand(
  queries: Queries,
  client: string,
): Promise<ClientBrandRow | undefined> {
  return await oneRow<ClientBrandRow>(
    queries,
    sql`select c.name as client_name, coalesce(c.short_name, (select gc.short_name
          from appcontent.client_group_item i join appcontent.client gc on gc.client = i.client_group
          where i.client = c.client and gc.short_name is not null order by gc.client limit 1)) as short_name,
      coalesce(c.stripe_account, (select gc.stripe_account
          from appcontent.client_group_item i join appcontent.client gc on gc.client = i.client_group
          where i.client = c.client and gc.stripe_account is not null order by gc.client limit 1)) as stripe_account,
      c.phone_number, c.postal_address, c.time_zone,
      c.refund_approval_above, c.gateway_refunds_reopen, c.most_credit_years, c.kept_data_hours,
      c.planned_away,
      c.mail_color, f.body as logo, a.media_type as logo_media_type, hf.body as heading_font,
      sf.body as style_sheet
    from appcontent.client c
    left join appcontent.asset a on a.client = c.client and a.name = c.logo_image
    left join appcontent.asset_file f on f.client = a.client and f.hash = a.hash
    left join appcontent.asset h on h.client = c.client and h.name = ${headingFontFile}
    left join appcontent.asset_file hf on hf.client = h.client and hf.hash = h.hash
    left join appcontent.asset ss on ss.client = c.client and ss.name = c.css_file
    left join appcontent.asset_file sf on sf.client = ss.client and sf.hash = ss.hash
    where c.client = ${client}`,
  )
}

/** The facts that the page of an outage shows, for each host. */
export async function findOutageBrands(
  queries: Queries,
): Promise<Pick<SiteRow, "host" | "name" | "phoneNumber" | "mailColor">[]> {
  return await queries.rows(
    sql`select s.host, c.name, c.phone_number, c.mail_color
      from appcontent.site s join appcontent.client c using (client) order by s.host`,
  )
}

/** The clients that have a site for customers, sorted. */
export async function findCustomerClients(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ client: string }>(
    sql`select distinct client from appcontent.site where is_customer_site order by client`,
  )
  return rows.map(({ client }) => client)
}

/** The clients with a site for customers whose account system has planned windows. */
export async function findPlannedAway(
  queries: Queries,
): Promise<(Pick<ClientBrandRow, "timeZone" | "plannedAway"> & { client: string })[]> {
  return await queries.rows(
    sql`select c.client, c.time_zone, c.planned_away from appcontent.client c
      where c.planned_away <> '[]' and exists (select from appcontent.site s
        where s.client = c.client and s.is_customer_site)`,
  )
}

/** Hours for which each client caches responses of its account system. */
export async function findCachedDataHours(
  queries: Queries,
): Promise<(Pick<ClientBrandRow, "keptDataHours"> & { client: string })[]> {
  return await queries.rows(sql`select client, kept_data_hours from appcontent.client`)
}

/** The host of a client's customer site; if there are several, the first by name. */
export async function findCustomerHost(
  queries: Queries,
  client: string,
): Promise<string | undefined> {
  const row = await oneRow<{ host: string }>(
    queries,
    sql`select host from appcontent.site where client = ${client} and is_customer_site
      order by host limit 1`,
  )
  return row?.host
}

export interface AssetRow {
  hash: string
  mediaType: string
  body: Buffer
}

export async function findAsset(
  queries: Queries,
  client: string,
  name: string,
): Promise<AssetRow | undefined> {
  return await oneRow<AssetRow>(
    queries,
    sql`select a.hash, a.media_type, f.body from appcontent.asset a
      join appcontent.asset_file f on f.client = a.client and f.hash = a.hash
      where a.client = ${client} and a.name = ${name}`,
  )
}

/** A file that the client once published, by its hash. */
export async function findEarlierFile(
  queries: Queries,
  client: string,
  hash: string,
): Promise<AssetRow | undefined> {
  return await oneRow<AssetRow>(
    queries,
    sql`select hash, media_type, body from appcontent.asset_file
      where client = ${client} and hash = ${hash} and was_published`,
  )
}
