import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import { deleteOldCached, findCachedClients } from "./cache.store.ts"

export interface CacheAge {
  clock: Clock
  /** Hours for which answers about the client's people are cached; 0 disables the cache. */
  hoursOf: (client: string) => Promise<number>
}

/**
 * The oldest acceptable time of cached answers about the client's people; undefined if the client
 * caches none.
 */
export async function cachedSince({ clock, hoursOf }: CacheAge, client: string) {
  const hours = await hoursOf(client)
  return hours === 0 ? undefined : earlier(clock.now(), { hours })
}

/**
 * Deletes answers that are older than their client allows, with the same few statements for any
 * number of clients. `hours` contains the limit of each client; all answers of a client without a
 * limit are deleted.
 */
export async function deleteExpired({
  database,
  clock,
  hours,
}: {
  database: Queries
  clock: Clock
  hours: () => Promise<ReadonlyMap<string, number>>
}): Promise<void> {
  const [clients, hoursByClient] = [await findCachedClients(database), await hours()]
  const limits = clients.map((client) => {
    return { client, before: earlier(clock.now(), { hours: hoursByClient.get(client) ?? 0 }) }
  })
  if (limits.length > 0) await deleteOldCached(database, limits)
}
