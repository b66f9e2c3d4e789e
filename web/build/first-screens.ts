import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Plugin, Rolldown } from "vite"
import type { ScreenName } from "#contracts/screens.ts"
import { brotli } from "./precompress.ts"

type Chunks = Map<string, Rolldown.OutputChunk>

interface Options {
  /** Source files, relative to web/, of the screens where people often start. */
  screens: Partial<Record<ScreenName, string[]>>
  /**
   * The build fails if this screen needs more compressed JavaScript than this. 1 KB is 1000 bytes.
   */
  weighed: { screen: ScreenName; kilobytes: number }
}

/**
 * Writes `first-screens.json`: the files that each of these screens needs besides those of
 * index.html. The server names them in the first page, so that the browser fetches them all at
 * once. Also checks the size of one screen.
 */
export function firstScreens({ screens, weighed }: Options): Plugin {
  let loaded: string[] = []
  return {
    name: "first-screens",
    apply: "build",
    async generateBundle(_, bundle) {
      const chunks: Chunks = new Map()
      for (const output of Object.values(bundle)) {
        if (output.type === "chunk") chunks.set(output.fileName, output)
      }
      const entry = [...chunks.values()].filter((chunk) => chunk.isEntry)
      const common = closure(entry, chunks)
      const needed = (files: string[]) =>
        closure(
          files.map((file) => chunkOf(file, chunks)),
          chunks,
        )

      const named = Object.entries(screens).map(([name, files]) => {
        const own = needed(files).filter((chunk) => !common.includes(chunk))
        return [name, own.flatMap(filesOf).map((file) => `/${file}`)]
      })
      this.emitFile({
        type: "asset",
        fileName: "first-screens.json",
        source: JSON.stringify(Object.fromEntries(named), null, 2),
      })

      loaded = [...common, ...needed(screens[weighed.screen] ?? [])].map((chunk) => chunk.fileName)
    },
    // Runs here because written files are slightly smaller than the code of the earlier step.
    async writeBundle({ dir = "" }) {
      const paths = [...new Set(loaded)].map((file) => join(dir, file))
      const kilobytes = (await weight(paths)) / 1000
      const words = `${weighed.screen} page: ${kilobytes.toFixed(2)} KB of JavaScript (brotli)`
      if (kilobytes > weighed.kilobytes) {
        this.error(`${words}, which is more than the ${weighed.kilobytes} KB that it may have.`)
      }
      this.info(`${words}, of ${weighed.kilobytes} KB allowed`)
    },
  }
}

function chunkOf(file: string, chunks: Chunks): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(`/web/${file}`)),
  )
  if (!found) throw new Error(`There is no chunk of web/${file}.`)
  return found
}

/** The chunks and all their static imports. */
function closure(start: Rolldown.OutputChunk[], chunks: Chunks): Rolldown.OutputChunk[] {
  const found = new Set(start)
  for (const chunk of found) {
    for (const file of chunk.imports) {
      const imported = chunks.get(file)
      if (imported) found.add(imported)
    }
  }
  return [...found]
}

function filesOf(chunk: Rolldown.OutputChunk): string[] {
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]
}

async function weight(paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => (await brotli(withoutHashes(await readFile(path, "utf8")))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Any edit gives each file another name, and random letters compress by chance: some 70 bytes in all. */
function withoutHashes(code: string): string {
  return code.replaceAll(/(?<=\/)[\w-]+(?=\.js["'`])/g, "file")
}
