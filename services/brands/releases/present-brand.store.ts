import { camelKeys, oneRow, type Queries, sql } from "#database/sql.ts"
import type { ClientRow } from "../loading/brand-rows.ts"
import { type ClientFile, columnFields } from "../loading/client-file.ts"
import { inOrder, type ReleaseContent, type ReleaseFile } from "./release-content.ts"

interface Present {
  client: (ClientRow & Record<string, unknown>) | null
  sites: ClientFile["sites"] | null
  clientGroup: ClientFile["clientGroup"]
}

/**
 * The brand in the tables that the portal serves now, in the form of a release; '' stands for the
 * texts that all clients share. Undefined if there is nothing.
 */
export async function findPresent(
  queries: Queries,
  client: string,
): Promise<ReleaseContent | undefined> {
  const [row, texts, files] = [
    await findBrand(queries, client),
    await queries.rows<{ title: string; html: string }>(
      sql`select title, html from appcontent.content where client = ${client} order by title`,
    ),
    await queries.rows<ReleaseFile & { name: string }>(
      sql`select a.name, a.hash, a.media_type, octet_length(f.body) as bytes
        from appcontent.asset a join appcontent.asset_file f on f.client = a.client and f.hash = a.hash
        where a.client = ${client} order by a.name`,
    ),
  ]
  if (!row?.client && texts.length === 0) return undefined
  const titles = texts.find(({ title }) => title === "page titles")
  return {
    brand: row?.client ? brandOf(row as Present & { client: ClientRow }, titles?.html) : null,
    texts: Object.fromEntries(
      texts.filter((text) => text !== titles).map(({ title, html }) => [title, html]),
    ),
    files: Object.fromEntries(files.map(({ name, ...file }) => [name, file])),
  }
}

async function findBrand(queries: Queries, client: string): Promise<Present | undefined> {
  const row = await oneRow<{ brand: object | null } & Omit<Present, "client">>(
    queries,
    sql`select (select to_json(c) from appcontent.client c where c.client = ${client}) as brand,
      (select json_agg(json_build_object('host', s.host, 'isCustomerSite', s.is_customer_site)) from appcontent.site s where s.client = ${client}) as sites,
      (select json_build_object('label', g.label, 'term', g.term, 'items',
          (select json_agg(json_build_object('client', i.client, 'name', i.name,
              'subGroup', i.sub_group, 'hostName', i.host) order by i.position)
            from appcontent.client_group_item i where i.client_group = g.client))
        from appcontent.client_group g where g.client = ${client}) as client_group`,
  )
  return row && { ...row, client: row.brand && camelKeys<ClientRow>(row.brand) }
}

/** The fields in the form of client.json. */
function brandOf(
  { client, sites, clientGroup }: Present & { client: ClientRow },
  titles: string | undefined,
): ClientFile {
  const fields = Object.keys(columnFields).map((name) => [name, client[name as keyof ClientRow]])
  const { primaryLogo, primaryLogoLink, secondLogo, secondLogoLink, logoImage, cssFile } = client
  const { stripeAccount } = client
  return {
    ...(Object.fromEntries(fields) as Pick<ClientFile, keyof typeof columnFields>),
    brandDetail: {
      ...{ primaryLogo, secondLogo, logoImage, cssFile },
      primaryLogoAnchorLink: primaryLogoLink,
      secondLogoAnchorLink: secondLogoLink,
    },
    payments: { stripeAccount },
    sites: inOrder(sites ?? []),
    clientGroup,
    pageTitles: titles === undefined ? null : (JSON.parse(titles) as ClientFile["pageTitles"]),
  }
}
