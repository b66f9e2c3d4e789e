import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface SiteRow {
  host: string
  /** Where links to the site lead: of its hosts the first by name. */
  mainHost: string
  client: string
  isCustomerSite: boolean
  name: string
  phoneNumber: string
  metaDescription: string
  gtmId: string | null
  searchIndex: boolean
  showContactUs: boolean
  showAboutUs: boolean
  claimUrl: string | null
  primaryLogo: string
  primaryLogoLink: string | null
  secondLogo: string | null
  secondLogoLink: string | null
  logoImage: string | null
  cssFile: string | null
  mailColor: string
  headTags: HeadTag[]
  bodyScripts: BodyScript[]
  /** Origins such as https://chat.example.com or https://*.example.com. */
  scriptOrigins: string[]
  connectOrigins: string[]
  frameOrigins: string[]
  imageOrigins: string[]
  styleOrigins: string[]
  /** Hash by file name, of every file the client has. */
  assets: Record<string, string>
  /** Where this client is itself a group of unions. */
  group: GroupRow | null
  /** Host of the group that this client is a union of. */
  groupHost: string | null
}

export interface GroupRow {
  label: string
  items: { client: string; name: string; subGroup: string; hostName: string }[]
}

export type HeadTag =
  | { tag: "meta"; name: string; content: string }
  | { tag: "link"; rel: string; href: string }
  | { tag: "script"; src: string }

export type BodyScript = { src: string } | { text: string }

/** The site at this host with its client, brand files and group. */
export async function findSite(queries: Queries, host: string): Promise<SiteRow | undefined> {
  return await oneRow<SiteRow>(
    queries,
    sql`select s.host, (select min(m.host) from appcontent.site m
        where m.client = s.client and m.is_customer_site = s.is_customer_site) as main_host,
      s.client, s.is_customer_site, c.name,
      c.phone_number, c.meta_description,
      c.gtm_id, c.search_index,
      c.show_contact_us, c.show_about_us,
      c.claim_url, c.primary_logo,
      c.primary_logo_link, c.second_logo,
      c.second_logo_link, c.logo_image,
      c.css_file, c.mail_color,
      c.head_tags, c.body_scripts,
      c.script_origins, c.connect_origins,
      c.frame_origins, c.image_origins,
      c.style_origins,
      (select coalesce(json_object_agg(a.name, a.hash), '{}')
        from appcontent.asset a where a.client = c.client) as assets,
      (select json_build_object('label', g.label, 'items',
          (select coalesce(json_agg(json_build_object('client', i.client, 'name', i.name,
              'subGroup', i.sub_group, 'hostName', i.host) order by i.position), '[]')
            from appcontent.client_group_item i where i.client_group = g.client))
        from appcontent.client_group g where g.client = c.client) as "group",
      (select gs.host from appcontent.client_group_item i
        join appcontent.site gs on gs.client = i.client_group and gs.is_customer_site
        where i.client = c.client and i.host = s.host
        order by gs.host limit 1) as group_host
    from appcontent.site s join appcontent.client c using (client)
    where s.host = ${host}`,
  )
}

export interface ClientBrandRow {
  clientName: string
  phoneNumber: string
  mailColor: string
  logo: Buffer | null
  logoMediaType: string | null
}

/** What a mail of this client needs of its brand. */
export async function findClientBrand(
  queries: Queries,
  client: string,
): Promise<ClientBrandRow | undefined> {
  return await oneRow<ClientBrandRow>(
    queries,
    sql`select c.name as client_name, c.phone_number,
      c.mail_color, a.body as logo, a.media_type as logo_media_type
    from appcontent.client c
    left join appcontent.asset a on a.client = c.client and a.name = c.logo_image
    where c.client = ${client}`,
  )
}

/** The host of a client's site for customers; the first by name where there are several. */
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
    sql`select hash, media_type, body from appcontent.asset
      where client = ${client} and name = ${name}`,
  )
}
