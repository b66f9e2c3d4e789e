import { globSync, readFileSync } from "node:fs"
import { posix } from "node:path"

const sources = "**/*.{ts,tsx,mjs,css}"
const exclude = ["**/node_modules", "dist", ".data", "test-results"]

/** A string that may name a file, in an import or as the program of a process. */
const named = /["'`]([#./\w-]+\.(?:ts|tsx|mjs|css))["'`]/g

/**
 * The uses between the files of the project: `usersOf` lists the files that import a file or name
 * it in a string. A string can match by accident, which only runs a test too many.
 */
export function readImportGraph() {
  const files = new Set(globSync(sources, { exclude }))
  const users = new Map<string, string[]>()
  for (const file of files) {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(named)) {
      for (const target of targetsOf(file, name)) {
        if (files.has(target)) users.set(target, [...(users.get(target) ?? []), file])
      }
    }
  }
  return {
    usersOf: (file: string): readonly string[] => users.get(file) ?? [],
    /** The files and all files that use them directly or indirectly. */
    affectedBy(changed: readonly string[]): Set<string> {
      const found = new Set<string>()
      const open = [...changed]
      for (let file = open.pop(); file !== undefined; file = open.pop()) {
        if (found.has(file)) continue
        found.add(file)
        open.push(...(users.get(file) ?? []))
      }
      return found
    },
  }
}

/** A relative name starts at the file's folder or, in a command, at the project's folder. */
function targetsOf(file: string, name: string): string[] {
  if (name.startsWith("#")) return [name.slice(1)]
  return [posix.join(posix.dirname(file), name), posix.normalize(name)]
}
