// The portal for development: pages reload when their files change, and the server restarts.
// npm run dev runs this under `node --watch`.

import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { createServer, type ViteDevServer } from "vite"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import type { WebSource } from "#server/page/web.ts"
import { startPortal } from "./start-portal.ts"

const index = join(import.meta.dirname, "..", "web", "index.html")

/** Vite inside our own server, which builds each module on request. */
function changingWeb(): WebSource {
  let vite: ViteDevServer
  return {
    // The application renders every screen, so that a change shows without a build.
    prerender: undefined,
    filesOf: () => [],
    inventory: [],
    release: undefined,
    files: async () => [],
    template: async (path) => await vite.transformIndexHtml(path, await readFile(index, "utf8")),
    async serve(app) {
      vite = await createServer({
        appType: "custom",
        // Reads the configuration directly: a temporary copy of it would count as a change of the
        // server.
        configLoader: "native",
        server: { middlewareMode: true, hmr: { server: app.server } },
      })
      app.addHook("onRequest", (request, reply, next) => {
        vite.middlewares(request.raw, reply.raw, next)
      })
      app.addHook("preClose", () => vite.close())
    },
  }
}

const command = {
  usage: `npm run dev
Starts the portal as npm start does, and reloads page and server when a file changes.
Exit codes: 0 stopped; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
}

await runCommandLine(command, async () => {
  readCommandLine(command)
  await startPortal(changingWeb())
})
