import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify"
import { pathAsked, refuseBadHosts } from "#platform/http/asked-host.ts"
import { setCommonHeaders } from "#platform/http/headers.ts"
import { version } from "#platform/version.ts"
import { serveHealth } from "../calls/health.ts"
import type { Config } from "../config/config.ts"

interface AdminOptions {
  log: FastifyBaseLogger
  ready: () => Promise<boolean>
}

/**
 * A separate port for monitoring, with `/healthz` and `/readyz`; `serveMetrics` adds its route. It
 * serves nothing else, and no site. Undefined if the settings do not name one.
 */
export function openAdmin(place: Config["admin"], { log, ready }: AdminOptions) {
  if (!place) return undefined
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: pathAsked,
    forceCloseConnections: "idle",
    bodyLimit: 1_000,
  })
  app.addHook("onRequest", async (request, reply) => {
    setCommonHeaders(request, reply, false)
  })
  refuseBadHosts(app)
  app.setErrorHandler(async (_error, _request, reply) => {
    return await reply.code(404).send({ status: "not found" })
  })
  app.setNotFoundHandler(async (_request, reply) => {
    return await reply.code(404).send({ status: "not found" })
  })
  serveHealth(app, ready, { version })
  return {
    app,
    /** Errors: a port in use. */
    listen: async () => void (await app.listen({ port: place.port, host: place.listenOn })),
    port: () => (app.server.address() as { port: number }).port,
  }
}
