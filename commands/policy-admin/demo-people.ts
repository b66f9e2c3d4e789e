import { join } from "node:path"
import { parseFolder } from "#commands/load/parse-folder.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { LoadRefused, type Problem } from "#platform/files/problems.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { readFolder } from "#services/brands/loading/folder.ts"
import { hasPeople } from "./demo-people.store.ts"

const demoFolder = join(import.meta.dirname, "../../demo")

/**
 * Loads the people of the demo into an account system that has none yet, and returns whether it did.
 * Errors: `LoadRefused`.
 */
export async function loadDemoPeople(database: Database, clock: Clock): Promise<boolean> {
  if (await hasPeople(database)) return false
  const problems: Problem[] = []
  const { clients } = parseFolder(await readFolder(demoFolder, problems), clock.now(), problems)
  if (problems.length > 0) throw new LoadRefused(problems)
  await database.transaction(async (tx) => {
    for (const { brand, people } of clients) await replacePeople(tx, brand.client, people ?? [])
  })
  return true
}
