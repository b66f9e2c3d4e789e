import { parseFolder } from "#commands/load/parse-folder.ts"
import { readinessOf } from "#commands/readiness/check-folder.ts"
import { blocking, NotReady } from "#commands/readiness/not-ready.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { findSharedTitles } from "#services/brands/loading/contents.load.store.ts"
import type { ClientFolder, Folder } from "#services/brands/loading/folder.ts"
import type { Finding, FindingKind } from "#services/brands/readiness/finding.ts"
import type { ReleaseContent, ReleaseFile } from "#services/brands/releases/release-content.ts"
import type { CheckRelease } from "#services/brands/releases/releases.ts"

type BodyOf = (file: ReleaseFile) => Promise<Buffer>

/**
 * Refuses a release in which customers would notice a mistake that the version before it did not
 * have, unless the operator allows its kind. Without a version before, every mistake counts.
 *
 * Errors: `NotReady`.
 */
export function readinessCheck(clock: Clock, allowed: readonly FindingKind[]): CheckRelease {
  return async (tx, before, after, bodyOf) => {
    const known = before ? await findingsOf(tx, before, bodyOf, clock) : []
    const isKnown = (finding: Finding) => known.some((one) => isSame(one, finding))
    const found = await findingsOf(tx, after, bodyOf, clock)
    const added = found.filter((finding) => !isKnown(finding))
    if (blocking(added, allowed).length > 0) throw new NotReady(added, allowed)
  }
}

/** Places move when a text changes, so the line does not count. */
function isSame(one: Finding, other: Finding): boolean {
  return one.file === other.file && one.kind === other.kind && one.reason === other.reason
}

async function findingsOf(
  tx: Queries,
  content: ReleaseContent,
  bodyOf: BodyOf,
  clock: Clock,
): Promise<Finding[]> {
  if (!content.brand) return []
  const files: Folder = {
    clients: [await folderOf(content.brand.client, content, bodyOf)],
    agents: undefined,
    sharedContents: undefined,
  }
  const storedTitles = await findSharedTitles(tx)
  return await readinessOf(files, parseFolder(files, clock.now(), []), { clock, storedTitles })
}

/** A release as the files that it was made from. */
async function folderOf(
  client: string,
  { brand, texts, files }: ReleaseContent,
  bodyOf: BodyOf,
): Promise<ClientFolder> {
  const home = `clients/${client}`
  const assets: ClientFolder["assets"] = []
  for (const [name, file] of Object.entries(files)) {
    assets.push({ file: `${home}/assets/${name}`, name, body: await bodyOf(file) })
  }
  return {
    client,
    clientJson: { file: `${home}/client.json`, text: JSON.stringify(brand, null, 2) },
    contents: Object.entries(texts).map(([title, text]) => {
      return { file: `${home}/content/${title.replaceAll(" ", "-")}.html`, text }
    }),
    assets,
    people: undefined,
    users: undefined,
    documents: [],
  }
}
