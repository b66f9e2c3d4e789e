import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"
import type { ScreenName } from "#contracts/screens.ts"

/** The source of the browser's files: the build, or a development server. */
export interface WebSource {
  /** The HTML of the application before a brand is inserted. */
  template(path: string): Promise<string>
  /** Scripts and style sheets that a screen needs immediately, besides those of the template. */
  filesOf(screen: ScreenName | undefined): readonly string[]
  /** All scripts and style sheets with their hashes; empty for a development server. */
  inventory: readonly InventoryEntry[]
  /** Adds the routes of the page's files. */
  serve(app: FastifyInstance): Promise<void>
}

const folder = new URL("../../dist/", import.meta.url)

/**
 * The build in dist/: hashed, precompressed files that a browser may cache permanently.
 *
 * Errors: an `Error` that says how to build if there is none.
 */
export async function builtWeb(): Promise<WebSource> {
  const [html, firstScreens, inventory] = await Promise.all([
    readFile(new URL("index.html", folder), "utf8"),
    readFile(new URL("first-screens.json", folder), "utf8"),
    readFile(new URL("scripts.json", folder), "utf8"),
  ]).catch(() => {
    throw new Error('The browser part is not built. Run "npm run build" first.')
  })
  const files = JSON.parse(firstScreens) as Partial<Record<ScreenName, string[]>>
  return {
    async template() {
      return html
    },
    inventory: JSON.parse(inventory) as InventoryEntry[],
    filesOf: (screen) => (screen && files[screen]) ?? [],
    serve: (app) => serveFiles(app, fileURLToPath(new URL("assets/", folder))),
  }
}

/** No pages: for a process that only answers calls or only runs a job. */
export const noPages: WebSource = {
  template: async () =>
    "<!doctype html><html><head><!--head--></head><body><!--body--></body></html>",
  filesOf: () => [],
  inventory: [],
  serve: async () => {},
}

/** Serves the files of a folder under /assets/; their names contain their hashes. */
export async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: "/assets/",
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header("cache-control", "public, max-age=31536000, immutable")
    },
  })
}
