import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/**
 * A hash of these files and folders, which differs whenever a file in them is changed, renamed,
 * added or removed.
 */
export function digestOf(paths: readonly string[]): string {
  const digest = createHash("sha256")
  for (const file of paths.flatMap(filesIn)) {
    digest.update(`${file}\0`).update(readFileSync(file)).update("\0")
  }
  return digest.digest("hex").slice(0, 16)
}

const digests = new Map<string, string>()

/**
 * `digestOf` for paths inside the project, computed once in a process. The files of the project do
 * not change while a test process runs.
 */
export function digestOnce(paths: readonly string[]): string {
  const key = paths.join()
  const digest = digests.get(key) ?? digestOf(paths.map((path) => join(root, path)))
  digests.set(key, digest)
  return digest
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
