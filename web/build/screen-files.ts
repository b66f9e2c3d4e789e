import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ScreenName } from "#contracts/screens.ts"

/** The file of each screen, within web/, as web/app/screen-chunks.ts names them. */
export function screenFiles(): Partial<Record<ScreenName, string>> {
  const text = readFileSync(join(import.meta.dirname, "..", "app", "screen-chunks.ts"), "utf8")
  const rows = text.matchAll(
    /^ {2}(\w+): chunk\(\s*\(\) => import\(\s*"#web\/([^"]+)",?\s*\),?\s*\),$/gm,
  )
  return Object.fromEntries([...rows].map(([, name = "", file = ""]) => [name, file]))
}
