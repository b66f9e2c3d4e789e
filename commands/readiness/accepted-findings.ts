import type { ParsedFolder } from "#commands/load/parse-folder.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { findSharedTitles } from "#services/brands/loading/contents.load.store.ts"
import type { Folder } from "#services/brands/loading/folder.ts"
import type { Finding, FindingKind } from "#services/brands/readiness/finding.ts"
import { readinessOf } from "./check-folder.ts"
import { blocking, NotReady } from "./not-ready.ts"

/**
 * Problems that customers would notice in a folder that is about to be published and that do not
 * stop publishing: warnings, and errors of the kinds in `allowed`.
 *
 * Errors: `NotReady` if any other error was found.
 */
export async function acceptedFindings(
  queries: Queries,
  files: Folder,
  folder: ParsedFolder,
  { clock, allowed }: { clock: Clock; allowed: readonly FindingKind[] },
): Promise<Finding[]> {
  const storedTitles = await findSharedTitles(queries)
  const findings = await readinessOf(files, folder, { clock, storedTitles })
  if (blocking(findings, allowed).length > 0) throw new NotReady(findings, allowed)
  return findings
}
