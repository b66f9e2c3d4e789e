import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Audit } from "#services/audit/audit.ts"
import { waitForOtherLoad } from "../loading/clients.load.store.ts"
import { publishedOf } from "./publish.ts"
import { clientNamed } from "./release-content.ts"
import { listReleases, type ReleaseRow } from "./releases.store.ts"

interface Needs {
  database: Database
  clock: Clock
  audit: Audit
  /** The name of the person who works on releases. */
  by: string
}

/** Releases of brands, for the operator. Every function names a client as its folder is named. */
export function createReleases({ database, clock }: Needs) {
  return {
    /** The client's releases, the newest first. Errors: an `Error` if there is no such client. */
    async list(name: string): Promise<ReleaseRow[]> {
      const client = clientNamed(name)
      return await database.transaction(async (tx) => {
        await waitForOtherLoad(tx)
        if (!(await publishedOf(tx, client, clock.now()))) throw noClient(name)
        return await listReleases(tx, client)
      })
    },
  }
}

function noClient(name: string): Error {
  return new Error(`There is no client ${name}.`)
}
