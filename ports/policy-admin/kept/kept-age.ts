import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import { deleteOldKept, findKeptClients } from "./kept-data.store.ts"

export interface KeptAge {
  clock: Clock
  /** Hours for which answers about the client's people are kept; 0 keeps nothing. */
  hoursOf: (client: string) => Promise<number>
}

/** The oldest moment from which answers about the client's people count; undefined: none count. */
export async function keptSince({ clock, hoursOf }: KeptAge, client: string) {
  const hours = await hoursOf(client)
  return hours === 0 ? undefined : earlier(clock.now(), { hours })
}

/** Deletes answers that are older than their client keeps them. */
export async function tidyKept(deps: KeptAge & { database: Queries }): Promise<void> {
  for (const client of await findKeptClients(deps.database)) {
    const since = (await keptSince(deps, client)) ?? deps.clock.now()
    await deleteOldKept(deps.database, client, since)
  }
}
