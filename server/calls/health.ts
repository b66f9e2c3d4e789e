import type { FastifyInstance } from "fastify"
import { openApiDocument } from "./openapi.ts"

/**
 * Endpoints for proxies and monitoring: whether the process is alive, and whether it can serve.
 * `ready` answers within two seconds and does not throw. `more` is for operators only, and never
 * for a public port.
 */
export function serveHealth(
  app: FastifyInstance,
  ready: () => Promise<boolean>,
  more: { version?: string } = {},
): void {
  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store")
    return { status: "ok", ...more }
  })
  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store")
    if (await ready()) return { status: "ok" }
    return await reply.code(503).send({ status: "unavailable" })
  })
}

/** Serves the description of the calls. */
export function serveOpenApi(app: FastifyInstance): void {
  app.get("/openapi.json", async (_request, reply) => {
    reply.header("cache-control", "no-cache")
    return openApiDocument()
  })
}
