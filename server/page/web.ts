import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import type { InventoryEntry } from "#contracts/brands/script-inventory.ts"
import { ApiError } from "#contracts/messages.ts"
import type { ScreenName } from "#contracts/screens.ts"
import { compressed } from "#platform/http/compressed.ts"
import { builtPrerender, type Prerender } from "./prerender.ts"
import type { PageFileRow } from "./releases.store.ts"
import type { EarlierFile } from "./releases.ts"

/** The source of the browser's files: the build, or a development server. */
export interface WebSource {
  /** The HTML of the application before a brand is inserted. */
  template(path: string): Promise<string>
  /** Renders public screens; undefined for a development server. */
  prerender: Prerender | undefined
  /** Scripts and style sheets that a screen needs immediately, besides those of the template. */
  filesOf(screen: ScreenName | undefined): readonly string[]
  /** All scripts and style sheets with their hashes; empty for a development server. */
  inventory: readonly InventoryEntry[]
  /** The id of the build; undefined for a development server. */
  release: string | undefined
  /** All uncompressed files of the build under /assets/. */
  files(): Promise<PageFileRow[]>
  /** Adds the routes of the page's files. `earlier` finds a file that the build does not have. */
  serve(app: FastifyInstance, earlier: EarlierFile): Promise<void>
}

const distFolder = new URL("../../dist/", import.meta.url)

/**
 * The build in dist/: hashed, precompressed files that a browser may cache permanently.
 *
 * Errors: an `Error` that explains how to build if dist/ is missing.
 */
export async function builtWeb(folder = distFolder): Promise<WebSource> {
  const [html, firstScreens, inventory] = await Promise.all([
    readFile(new URL("index.html", folder), "utf8"),
    readFile(new URL("first-screens.json", folder), "utf8"),
    readFile(new URL("scripts.json", folder), "utf8"),
  ]).catch(() => {
    throw new Error('The browser part is not built. Run "npm run build" first.')
  })
  const files = JSON.parse(firstScreens) as Partial<Record<ScreenName, string[]>>
  const entries = JSON.parse(inventory) as InventoryEntry[]
  return {
    async template() {
      return html
    },
    prerender: await builtPrerender(folder, html),
    inventory: entries,
    release: createHash("sha256")
      .update(html + inventory)
      .digest("hex")
      .slice(0, 16),
    files: async () =>
      await Promise.all(
        entries.map(async ({ path }) => ({
          path,
          body: await readFile(new URL(`.${path}`, folder)),
        })),
      ),
    filesOf: (screen) => (screen && files[screen]) ?? [],
    serve: (app, earlier) => serveFiles(app, fileURLToPath(new URL("assets/", folder)), earlier),
  }
}

/** Serves no pages: for a process that only answers calls or only runs a job. */
export const noPages: WebSource = {
  template: async () =>
    "<!doctype html><html><head><!--head--></head><body><!--start--><!--body--></body></html>",
  prerender: undefined,
  filesOf: () => [],
  inventory: [],
  release: undefined,
  files: async () => [],
  serve: async () => {},
}

/** A worker uses the policy of its own file, and loads our other files. */
const filesPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the files of a folder under /assets/; their names contain their hashes. */
export async function serveFiles(
  app: FastifyInstance,
  root: string,
  earlier: EarlierFile,
): Promise<void> {
  const cacheControl = "public, max-age=31536000, immutable"
  await app.register(
    (scope, _options, done) => {
      scope.setNotFoundHandler(async (request, reply) => {
        const [path = ""] = request.url.split("?", 1)
        const body = await earlier(path)
        if (!body) throw new ApiError("request.notFound")
        reply.header("cache-control", cacheControl)
        reply.header("content-security-policy", filesPolicy)
        reply.type(`text/${path.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`)
        return await compressed(request, reply, body)
      })
      scope.register(fastifyStatic, {
        root,
        preCompressed: true,
        index: false,
        cacheControl: false,
        setHeaders: (reply) => {
          reply.header("cache-control", cacheControl)
          reply.header("content-security-policy", filesPolicy)
        },
      })
      done()
    },
    { prefix: "/assets/" },
  )
}
