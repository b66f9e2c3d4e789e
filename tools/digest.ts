import { createHash } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

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

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
