import { readinessOf } from "#commands/readiness/check-folder.ts"
import { blocking, findingLines, NotReady } from "#commands/readiness/not-ready.ts"
import { LoadRefused, type Problem } from "#platform/files/problems.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { findSites } from "#services/brands/loading/clients.load.store.ts"
import { findSharedTitles } from "#services/brands/loading/contents.load.store.ts"
import { readFolder } from "#services/brands/loading/folder.ts"
import type { FindingKind } from "#services/brands/readiness/finding.ts"
import type { NewContent } from "#services/brands/releases/publish.ts"
import { crossCheck } from "../load/cross-checks.ts"
import { parseFolder } from "../load/parse-folder.ts"
import { versionsOf } from "../load/versions.ts"

/**
 * The brands of a folder as versions, checked as a load checks them; its people, users and documents
 * are not read. With `only`, the version of that client alone. Prints the mistakes that customers would
 * notice; with `allowed`, those of other kinds are refused.
 *
 * Errors: `LoadRefused`; `NotReady`; an `Error` if the folder has no such client.
 */
export async function readBrands(
  { database, clock, err, pathOf }: Workplace,
  typed: string,
  { only, allowed }: { only?: string | undefined; allowed?: readonly FindingKind[] },
): Promise<NewContent[]> {
  err(`Reading ${typed} …`)
  const problems: Problem[] = []
  const files = await readFolder(pathOf(typed), problems)
  const clients = files.clients
    .filter(({ client }) => only === undefined || client === only)
    .map((folder) => ({ ...folder, people: undefined, users: undefined, documents: [] }))
  const withShared = only === undefined || only === "shared/"
  const sharedContents = withShared ? files.sharedContents : undefined
  const folder = { clients, agents: undefined, sharedContents }
  const parsed = parseFolder(folder, clock.now(), problems)
  const own = problems.filter(({ file }) => isAbout(file, only))
  own.push(...crossCheck(parsed.clients, await findSites(database)))
  if (own.length > 0) throw new LoadRefused(own)
  for (const notice of parsed.notices) err(notice)
  const storedTitles = await findSharedTitles(database)
  const findings = await readinessOf(folder, parsed, { clock, storedTitles })
  if (allowed && blocking(findings, allowed).length > 0) throw new NotReady(findings, allowed)
  if (findings.length > 0) err(findingLines(findings, allowed ?? []))
  const versions = versionsOf(parsed)
  if (versions.length === 0) {
    throw new Error(`${typed} has no ${only === undefined ? "brand" : `folder of ${only}`}.`)
  }
  return versions
}

/** Problems of other brands in the folder are none of this one. */
function isAbout(file: string, only: string | undefined): boolean {
  if (only === undefined) return true
  const home = only === "shared/" ? "shared/" : `clients/${only}/`
  return !/^(clients|shared)\//.test(file) || file.startsWith(home)
}
