import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandLookup } from "#services/brands/brand-lookup.ts"
import { createBrands } from "#services/brands/brands.ts"
import { clientRow, sitesOf } from "#services/brands/loading/brand-rows.ts"
import { clientFile } from "#services/brands/loading/client-file.ts"
import { replaceSites, writeClients } from "#services/brands/loading/clients.load.store.ts"

/**
 * Stores brands with these time zones in a migrated database, each with a site for customers, and
 * returns the brand lookup that the server uses.
 */
export async function writeTestBrands(
  database: Database,
  clock: Clock,
  timeZones: Record<string, string>,
): Promise<BrandLookup> {
  const files = Object.entries(timeZones).map(([client, timeZone]) =>
    clientFile.parse({
      client,
      name: "Test",
      phoneNumber: "(800) 555-0142",
      timeZone,
      metaDescription: "A test.",
      searchIndex: false,
      showContactUs: false,
      showAboutUs: false,
      brandDetail: { primaryLogo: "logo.svg" },
      mailColor: "#204060",
      sites: [{ host: `${client}.localhost`, isCustomerSite: true }],
    }),
  )
  await database.transaction(async (tx) => {
    await writeClients(tx, files.map(clientRow))
    await replaceSites(tx, Object.keys(timeZones), files.flatMap(sitesOf), [])
  })
  return brandsOf(database, clock)
}

/** The brand lookup that the server uses, over the brands in the database. */
export function brandsOf(database: Database, clock: Clock): BrandLookup {
  const addressOf = (host: string) => `http://${host}`
  return createBrands({ database, clock, checks: {}, addressOf }).lookup
}
