import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin, Rolldown } from "vite"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"
import type { ScreenName } from "#contracts/screens.ts"

const purposes = {
  entry: "The application: draws the page, its navigation and the first screen",
  chunk: "A part of the application that is loaded with the screens that need it",
  worker: "Solves the proof of work of registration and recovery beside the page",
  style: "The looks of all screens",
}

/**
 * Writes `scripts.json`, the inventory of all scripts and style sheets with their hashes (PCI DSS
 * 4.0.1, 6.4.3), and adds `integrity` to the tags of index.html. Runs after the files are written,
 * so the hashes match the served files.
 */
export function scriptInventory(): Plugin {
  return {
    name: "script-inventory",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir = "" }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
      const screensOf = screensByFile(bundle)
      const entries = await Promise.all(
        files.map(async (output): Promise<InventoryEntry> => {
          const kind = kindOf(output)
          return {
            path: `/${output.fileName}`,
            integrity: integrityOf(await readFile(join(dir, output.fileName))),
            kind,
            purpose: purposes[kind],
            screens: screensOf.get(output.fileName)?.sort() ?? "every",
          }
        }),
      )
      entries.sort((one, other) => (one.path < other.path ? -1 : 1))
      await writeFile(join(dir, "scripts.json"), `${JSON.stringify(entries, null, 2)}\n`)
      const page = join(dir, "index.html")
      await writeFile(page, withIntegrity(await readFile(page, "utf8"), entries))
    },
  }
}

function isEntry(output: Rolldown.OutputBundle[string] | undefined): boolean {
  return output?.type === "chunk" && output.isEntry
}

function integrityOf(content: Buffer): string {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`
}

/**
 * Adds the hashes. Errors: an `Error` if a script or style sheet of the page is not in the
 * inventory.
 */
function withIntegrity(html: string, entries: readonly InventoryEntry[]): string {
  return html.replace(
    /<(?:script|link)[^>]*? (?:src|href)="(\/assets\/[^"]+)"/g,
    (tag, path: string) => {
      const entry = entries.find((one) => one.path === path)
      if (!entry) throw new Error(`${path} of index.html is not in the inventory.`)
      return `${tag} integrity="${entry.integrity}"`
    },
  )
}

function kindOf(output: Rolldown.OutputChunk | Rolldown.OutputAsset): InventoryEntry["kind"] {
  if (output.fileName.endsWith(".css")) return "style"
  if (output.type === "asset") return "worker"
  return output.isEntry ? "entry" : "chunk"
}

/** The screens that lead to each file. Files that no screen leads to belong to all screens. */
function screensByFile(bundle: Rolldown.OutputBundle): Map<string, ScreenName[]> {
  const screens = new Map<string, ScreenName[]>()
  for (const [screen, file] of Object.entries(screenFiles()) as [ScreenName, string][]) {
    for (const fileName of reached(`/web/${file}`, bundle)) {
      screens.set(fileName, [...(screens.get(fileName) ?? []), screen])
    }
  }
  return screens
}

function reached(moduleEnd: string, bundle: Rolldown.OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk")
  const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(moduleEnd))
  const found = new Set(start ? [start.fileName] : [])
  for (const fileName of found) {
    const output = bundle[fileName]
    if (output?.type !== "chunk") continue
    const assets = output.viteMetadata?.importedAssets ?? []
    const next = [...output.imports, ...output.dynamicImports, ...assets]
    // The entry leads to all screens and belongs to none of them.
    for (const fileName of next.filter((name) => !isEntry(bundle[name]))) found.add(fileName)
  }
  return found
}

/** The source file of each screen, relative to web/, as listed in web/app/screen-chunks.ts. */
export function screenFiles(): Partial<Record<ScreenName, string>> {
  const text = readFileSync(join(import.meta.dirname, "..", "app", "screen-chunks.ts"), "utf8")
  const rows = text.matchAll(
    /^ {2}(\w+): chunk\(\s*\(\) => import\(\s*"#web\/([^"]+)",?\s*\),?\s*\),$/gm,
  )
  return Object.fromEntries([...rows].map(([, name = "", file = ""]) => [name, file]))
}
