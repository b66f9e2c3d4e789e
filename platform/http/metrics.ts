import { createHash, timingSafeEqual } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from "prom-client"
import { ApiError } from "#contracts/messages.ts"
import { version } from "#platform/version.ts"

export type { Metric }

interface MetricsOptions {
  /** The app that serves the route, if it is on another port: see `serveAdmin`. */
  at?: FastifyInstance
  /** The required Bearer token; null closes the route; undefined makes it public. */
  token: string | null | undefined
  others?: readonly Metric[]
  /** Updates `others` before they are shown. Must not throw. */
  read?: () => Promise<void>
}

/**
 * Serves metrics in Prometheus format: the process, each call of `app` by method, route and status,
 * and `others`. They contain no personal data.
 */
export function serveMetrics(
  app: FastifyInstance,
  { at = app, token, others = [], read }: MetricsOptions,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const metric of others) registry.registerMetric(metric)
  const build = new Gauge({
    name: "build_info",
    help: "1, with the version of this process.",
    labelNames: ["version"],
    registers: [registry],
  })
  build.set({ version }, 1)
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request to the end of its answer, in seconds.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  })
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    const route = routeOptions.url ?? "none"
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  at.get("/metrics", async ({ headers }, reply) => {
    if (!mayRead(token, headers.authorization)) throw new ApiError("request.notFound")
    await read?.()
    reply.header("cache-control", "no-store").type(registry.contentType)
    return await registry.metrics()
  })
}

function mayRead(token: string | null | undefined, authorization: string | undefined): boolean {
  if (token === undefined) return true
  if (token === null) return false
  return timingSafeEqual(hash(`Bearer ${token}`), hash(authorization ?? ""))
}

/** A value of fixed length for any input. */
function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
