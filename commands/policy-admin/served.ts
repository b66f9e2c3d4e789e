import Fastify from "fastify"
import type { Database } from "#database/open.ts"
import { type Clock, systemClock } from "#platform/clock.ts"
import { serializers } from "#platform/http/log.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { storedReplies } from "#ports/policy-admin/served/given-replies.store.ts"
import { servePolicyAdmin } from "#ports/policy-admin/served/served.ts"

interface Options {
  database: Database
  /** 0 takes any free port. */
  port: number
  host: string
  token: string
  logLevel: string
  clock?: Clock
}

/**
 * Serves the embedded account system over HTTP. The database stays open: it is the caller's.
 * Errors: a port in use.
 */
export async function startServedPolicyAdmin(options: Options) {
  const { database, port, host, token, logLevel, clock = systemClock } = options
  const app = Fastify({
    logger: { level: logLevel, serializers },
    requestIdHeader: "x-request-id",
    bodyLimit: 1_000_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
  })
  const policyAdmin = createEmbeddedPolicyAdmin(database, database, clock)
  const replies = storedReplies(database)
  await app.register(servePolicyAdmin, { policyAdmin, clock, token, replies })
  const url = await app.listen({ port, host })
  return { url, close: () => app.close() }
}
