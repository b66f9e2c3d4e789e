import { takeLock } from "#database/named-lock.ts"
import { columns, jsonRows, type Queries, sql } from "#database/sql.ts"
import { type ClientRow, clientColumns } from "./brand-rows.ts"

/** The number of rows that a load wrote (new or changed) or removed. */
export interface BrandChange {
  written: number
  removed: number
}

export interface LoadedSite {
  host: string
  client: string
  isCustomerSite: boolean
}

export interface LoadedGroup {
  client: string
  label: string
  term: string
  items: { client: string; name: string; subGroup: string; hostName: string }[]
}

/**
 * Waits for other loads and blocks them until the transaction ends, because parallel loads would
 * remove each other's rows.
 */
export async function waitForOtherLoad(tx: Queries) {
  await takeLock(tx, "load")
}

/** Every stored site with the groups that link to it. */
export async function findSites(
  queries: Queries,
): Promise<{ host: string; client: string; groups: string[] }[]> {
  return await queries.rows(
    sql`select s.host, s.client, array(select i.client_group from appcontent.client_group_item i
        where i.host = s.host order by 1) as groups
      from appcontent.site s order by s.host`,
  )
}

export async function writeClients(
  tx: Queries,
  clients: readonly ClientRow[],
): Promise<BrandChange> {
  const written = await tx.rows(
    sql`insert into appcontent.client as c (${columns(clientColumns)})
      select ${columns(clientColumns)}
      from json_populate_recordset(null::appcontent.client, ${jsonRows(clients)}::json)
      on conflict (client) do update
        set (${columns(clientColumns)}) = (${columns(clientColumns, "excluded")})
      where c.* is distinct from excluded.*
      returning c.client`,
  )
  return { written: written.length, removed: 0 }
}

/**
 * Replaces all sites and groups of these clients. One function does both, because the row of a
 * group references the site that it links to.
 */
export async function replaceSites(
  tx: Queries,
  clients: string[],
  sites: LoadedSite[],
  groups: LoadedGroup[],
): Promise<{ sites: BrandChange; unions: BrandChange }> {
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
    sql`insert into appcontent.client_group as g (client, label, term)
      select * from json_to_recordset(${JSON.stringify(groups)}::json) as r(client text, label text, term text)
      on conflict (client) do update set label = excluded.label, term = excluded.term
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
