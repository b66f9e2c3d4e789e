import { type Queries, sql } from "#database/sql.ts"

export interface SiteAddress {
  host: string
  client: string
  clientName: string
  isCustomerSite: boolean
}

/** Every site that is served, those of a client together. */
export async function listSites(queries: Queries): Promise<SiteAddress[]> {
  return await queries.rows<SiteAddress>(
    sql`select s.host, c.client, c.name as client_name, s.is_customer_site
      from appcontent.site s join appcontent.client c using (client)
      order by s.is_customer_site desc, c.name, s.host`,
  )
}
