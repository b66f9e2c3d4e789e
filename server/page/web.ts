import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"
import type { ScreenName } from "#contracts/screens.ts"

/** Where the browser's part comes from: the build, or a development server that makes it as asked. */
export interface WebSource {
  /** The HTML of the application before a brand is put in. */
  template(path: string): Promise<string>
  /** Scripts and style sheets that a screen needs at once, besides those the template names. */
  filesOf(screen: ScreenName | undefined): readonly string[]
  /** All scripts and style sheets with their hashes; none where they change as they are asked for. */
  inventory: readonly InventoryEntry[]
  /** Adds what answers for the page's files. */
  serve(app: FastifyInstance): Promise<void>
}

const folder = new URL("../../dist/", import.meta.url)

/**
 * The build in dist/: hashed files, compressed beforehand, that a browser may keep for ever.
 *
 * Errors: an `Error` that says how to build when there is none.
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

/** Serves the files of a folder under /assets/, which their names tell apart for ever. */
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
