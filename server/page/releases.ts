import type { FastifyInstance } from "fastify"
import type { Database } from "#database/open.ts"
import { findPageFile, noteRelease, storeRelease } from "./releases.store.ts"
import type { WebSource } from "./web.ts"

/**
 * The number of stored releases: the present one, the one before, and one more in case a release is
 * rolled back.
 */
const keptReleases = 3

/** Finds a script or style sheet of another release by its path. */
export type EarlierFile = (path: string) => Promise<Buffer | undefined>

/**
 * Stores the files of the starting release, so that servers of other releases can send them, and
 * adds the release to every reply: a tab of another release reloads at its next navigation.
 */
export async function serveRelease(
  app: FastifyInstance,
  { database, web }: { database: Database; web: WebSource },
): Promise<void> {
  const { release } = web
  if (release === undefined) return
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-release", release)
  })
  if (await noteRelease(database, release)) return
  await storeRelease(database, release, await web.files(), keptReleases)
}

export function earlierFileOf(database: Database): EarlierFile {
  return async (path) => await findPageFile(database, path)
}
