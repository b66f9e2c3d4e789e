import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { createLocalize } from "#platform/localize.ts"
import { createBrandLookup } from "./brand-lookup.ts"
import { type Check, createClients } from "./clients.ts"
import { createContent } from "./content.ts"
import { createCspReports } from "./csp-reports.ts"

/**
 * Brands: which site a host serves, how it looks, and the texts that its operator manages.
 *
 * `checks` are the back-end services by the name that operators know. `addressOf` returns the public
 * address of a stored host.
 */
export function createBrands({
  database,
  clock,
  checks,
  addressOf,
}: {
  database: Database
  clock: Clock
  checks: Record<string, Check>
  addressOf: (host: string) => string
}) {
  const clients = createClients({ database, checks })
  const content = createContent({ database })
  const cspReports = createCspReports({ database, clock })

  return {
    handlers: { ...clients.handlers, ...content.handlers },
    tidies: [cspReports.forgetOld],
    clients,
    content,
    cspReports,
    lookup: createBrandLookup(clients, addressOf, clock),
    /** A message, in the client's own wording if its managed content has one. */
    localize: createLocalize(async (client, messageId) => {
      const [own] = await content.byTitles(client, [messageId])
      return own?.content
    }),
  }
}
