import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ownMigrations } from "./migration-files.ts"

/**
 * Creates a folder with the migrations of this version and the added ones, as a later version has
 * it.
 */
export async function laterVersion(added: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), "later-version-"))
  await cp(ownMigrations, path, { recursive: true })
  for (const [name, text] of Object.entries(added)) await writeFile(join(path, name), text)
  return {
    folder: pathToFileURL(`${path}/`),
    remove: () => rm(path, { recursive: true }),
  }
}
