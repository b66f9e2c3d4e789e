import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { RetainedSince } from "#platform/jobs/retention.ts"
import type { Keys } from "#platform/keys/key-ring.ts"
import { createLocalize } from "#platform/localize.ts"
import { createBrandLookup } from "./brand-lookup.ts"
import { type Check, createClients } from "./clients.ts"
import { createContent } from "./content.ts"
import { createCspReports } from "./csp-reports.ts"
import { createPreviewLinks } from "./previews/preview-links.ts"
import { createPreviews } from "./previews/previews.ts"

/**
 * Brands: the site of each host, its look, and the texts that its operator manages.
 *
 * `checks` are the back-end services by the names that operators use. `addressOf` returns the
 * public address of a stored host.
 */
export function createBrands({
  database,
  clock,
  checks,
  addressOf,
  previewKeys,
  staffSignIn,
}: {
  database: Database
  clock: Clock
  checks: Record<string, Check>
  addressOf: (host: string) => string
  /** The keys that sign preview links. Without them, browsers do not show previews. */
  previewKeys?: Keys
  /** How staff sign in at support sites. */
  staffSignIn?: Parameters<typeof createClients>[0]["staffSignIn"]
}) {
  const previews = createPreviews({
    database,
    links: previewKeys ? createPreviewLinks(previewKeys, clock) : { read: () => undefined },
  })
  const clients = createClients({
    database,
    clock,
    checks,
    previews,
    ...(staffSignIn && { staffSignIn }),
  })
  const content = createContent({ database, previews })
  const cspReports = createCspReports({ database, clock })

  return {
    handlers: { ...clients.handlers, ...content.handlers },
    cleanups: [({ pageReports }: RetainedSince) => cspReports.forgetOld(pageReports)],
    clients,
    content,
    previews,
    cspReports,
    lookup: createBrandLookup(clients, addressOf, clock),
    /** A message, in the client's own wording if its managed content contains it. */
    localize: createLocalize(async (client, messageId) => {
      const [own] = await content.byTitles(client, [messageId])
      return own?.content
    }),
  }
}
