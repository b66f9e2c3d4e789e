import { globSync, readFileSync } from "node:fs"
import { posix } from "node:path"

const sources = "**/*.{ts,tsx,mjs,css}"
const exclude = ["**/node_modules", "dist", ".data", "test-results"]

/** A text that may name a file, in an import or as the program of a process. */
const named = /["'`]([#./\w-]+\.(?:ts|tsx|mjs|css))["'`]/g

/**
 * Which files of the project use which: `usersOf` gives the files that import a file or name it as
 * a text. A name in a text can be an accident; then a test runs that need not.
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
    /** The files themselves and all that use them, directly or through others. */
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

/** A relative name starts at the file's folder, or at the project's folder in a command. */
function targetsOf(file: string, name: string): string[] {
  if (name.startsWith("#")) return [name.slice(1)]
  return [posix.join(posix.dirname(file), name), posix.normalize(name)]
}
