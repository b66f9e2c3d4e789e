import { type Queries, sql } from "#database/sql.ts"
import type { BodyScript, HeadTag } from "../sites.store.ts"

/** How many rows a load wrote (new or different) and removed. */
export interface Change {
  written: number
  removed: number
}

export interface LoadedClient {
  client: string
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
  staffSecondFactor: boolean
  scriptOrigins: string[]
  connectOrigins: string[]
  frameOrigins: string[]
  imageOrigins: string[]
  styleOrigins: string[]
}

export interface LoadedSite {
  host: string
  client: string
  isCustomerSite: boolean
}

export interface LoadedGroup {
  client: string
  label: string
  items: { client: string; name: string; subGroup: string; hostName: string }[]
}

/** Two loads at once would each remove what the other has just written. Lasts as long as the transaction. */
export async function waitForOtherLoad(tx: Queries) {
  await tx.rows(sql`select pg_advisory_xact_lock(7236003)`)
}

/** Every site and union that is known, to check a folder against. */
export async function findSites(
  queries: Queries,
): Promise<{ host: string; client: string; groups: string[] }[]> {
  return await queries.rows(
    sql`select s.host, s.client, array(select i.client_group from appcontent.client_group_item i
        where i.host = s.host order by 1) as groups
      from appcontent.site s order by s.host`,
  )
}

export async function writeClients(tx: Queries, clients: LoadedClient[]): Promise<Change> {
  const written = await tx.rows(
    sql`insert into appcontent.client as c (client, name, phone_number, meta_description, gtm_id,
        search_index, show_contact_us, show_about_us, claim_url, primary_logo, primary_logo_link,
        second_logo, second_logo_link, logo_image, css_file, mail_color, head_tags, body_scripts,
        staff_second_factor, script_origins, connect_origins, frame_origins, image_origins,
        style_origins)
      select * from json_to_recordset(${JSON.stringify(clients)}::json) as r(client text,
        name text, "phoneNumber" text, "metaDescription" text, "gtmId" text,
        "searchIndex" boolean, "showContactUs" boolean, "showAboutUs" boolean, "claimUrl" text,
        "primaryLogo" text, "primaryLogoLink" text, "secondLogo" text, "secondLogoLink" text,
        "logoImage" text, "cssFile" text, "mailColor" text, "headTags" jsonb,
        "bodyScripts" jsonb, "staffSecondFactor" boolean, "scriptOrigins" text[],
        "connectOrigins" text[], "frameOrigins" text[], "imageOrigins" text[],
        "styleOrigins" text[])
      on conflict (client) do update set name = excluded.name,
        phone_number = excluded.phone_number, meta_description = excluded.meta_description,
        gtm_id = excluded.gtm_id, search_index = excluded.search_index,
        show_contact_us = excluded.show_contact_us, show_about_us = excluded.show_about_us,
        claim_url = excluded.claim_url, primary_logo = excluded.primary_logo,
        primary_logo_link = excluded.primary_logo_link, second_logo = excluded.second_logo,
        second_logo_link = excluded.second_logo_link, logo_image = excluded.logo_image,
        css_file = excluded.css_file, mail_color = excluded.mail_color,
        head_tags = excluded.head_tags, body_scripts = excluded.body_scripts,
        staff_second_factor = excluded.staff_second_factor,
        script_origins = excluded.script_origins, connect_origins = excluded.connect_origins,
        frame_origins = excluded.frame_origins, image_origins = excluded.image_origins,
        style_origins = excluded.style_origins
      where c.* is distinct from excluded.*
      returning c.client`,
  )
  return { written: written.length, removed: 0 }
}

/**
 * Makes these all the sites and groups of these clients. Both at once, because a group's row
 * holds on to the site that it leads to.
 */
export async function replaceSites(
  tx: Queries,
  clients: string[],
  sites: LoadedSite[],
  groups: LoadedGroup[],
): Promise<{ sites: Change; unions: Change }> {
  const items = JSON.stringify(
    groups.flatMap((group) =>
      group.items.map((item, position) => ({ ...item, group: group.client, position })),
    ),
  )
  const goneItems = await tx.rows(
    sql`delete from appcontent.client_group_item i
      where client_group = any(${clients}::text[]) and not exists (
        select from json_to_recordset(${items}::json)
          as r("group" text, client text, "hostName" text)
        where r."group" = i.client_group and r.client = i.client and r."hostName" = i.host)
      returning i.client`,
  )
  await tx.rows(
    sql`delete from appcontent.client_group where client = any(${clients}::text[])
      and client <> all(${groups.map(({ client }) => client)}::text[])`,
  )
  const goneSites = await tx.rows(
    sql`delete from appcontent.site where client = any(${clients}::text[])
      and host <> all(${sites.map(({ host }) => host)}::text[]) returning host`,
  )
  const writtenSites = await tx.rows(
    sql`insert into appcontent.site as s (host, client, is_customer_site)
      select * from json_to_recordset(${JSON.stringify(sites)}::json)
        as r(host text, client text, "isCustomerSite" boolean)
      on conflict (host) do update set client = excluded.client,
        is_customer_site = excluded.is_customer_site
      where s.* is distinct from excluded.*
      returning s.host`,
  )
  await tx.rows(
    sql`insert into appcontent.client_group as g (client, label)
      select * from json_to_recordset(${JSON.stringify(groups)}::json) as r(client text, label text)
      on conflict (client) do update set label = excluded.label
      where g.* is distinct from excluded.*`,
  )
  const writtenItems = await tx.rows(
    sql`insert into appcontent.client_group_item as i
        (client_group, client, name, sub_group, host, position)
      select * from json_to_recordset(${items}::json) as r("group" text, client text, name text,
        "subGroup" text, "hostName" text, position integer)
      on conflict (client_group, client) do update set name = excluded.name,
        sub_group = excluded.sub_group, host = excluded.host, position = excluded.position
      where i.* is distinct from excluded.*
      returning i.client`,
  )
  return {
    sites: { written: writtenSites.length, removed: goneSites.length },
    unions: { written: writtenItems.length, removed: goneItems.length },
  }
}
