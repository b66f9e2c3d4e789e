import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Config } from "#server/config/config.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { createBrands } from "#services/brands/brands.ts"

/** The brands, for a command. */
export function brandsOf(database: Database, config: Config, clock: Clock) {
  const addressOf = createSiteAddresses(config).of
  return createBrands({ database, clock, addressOf, checks: {} }).lookup
}
