import Fastify from "fastify"
import { type Clock, systemClock } from "#platform/clock.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import type { PolicyAdmin } from "../port.ts"
import type { GivenReplies } from "../served/replies.ts"
import { servePolicyAdmin } from "../served/served.ts"
import type { HttpLog } from "./ask.ts"
import { createHttpPolicyAdmin, type HttpPolicyAdmin, type HttpPolicyAdminConfig } from "./http.ts"

export const testToken = "a-token-of-the-tests"

/** Serves an account system over HTTP on a free port, and connects to it. */
export async function servedForTest(
  policyAdmin: PolicyAdmin,
  clock: Clock = systemClock,
  replies?: GivenReplies,
) {
  const app = Fastify({ forceCloseConnections: true })
  await app.register(servePolicyAdmin, {
    ...{ policyAdmin, clock, token: testToken },
    ...(replies && { replies }),
  })
  const url = await app.listen({ port: 0, host: "127.0.0.1" })
  return { url, close: () => app.close() }
}

export interface LogLine {
  level: "info" | "warn" | "error"
  data: object
  text: string
}

/** Connects to an account system, and records the log. */
export function connectedForTest(
  url: string,
  more: Partial<HttpPolicyAdminConfig> & { clock?: Clock; metrics?: AdapterMetrics } = {},
): HttpPolicyAdmin & { logged: LogLine[] } {
  const { clock, metrics, ...config } = more
  const logged: LogLine[] = []
  const at = (level: LogLine["level"]) => (data: object, text: string) => {
    logged.push({ level, data, text })
  }
  const log: HttpLog = { info: at("info"), warn: at("warn"), error: at("error") }
  const settings = { url, credentials: { token: testToken }, ...config }
  const on = { log, ...(clock && { clock }), ...(metrics && { metrics }) }
  return { ...createHttpPolicyAdmin(settings, on), logged }
}
