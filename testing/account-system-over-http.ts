import { randomBytes } from "node:crypto"
import { startServedPolicyAdmin } from "#commands/policy-admin/served.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { startFaultyProxy } from "./faulty-proxy.ts"
import { findWrongPostings } from "./wrong-postings.store.ts"

/** With this many requests, some must have met a fault. */
const enoughRequests = 50

/** Serves the account system of this database over HTTP, with the faults that `choose` returns. */
export async function serveBehindFaults(
  database: Database,
  clock: Clock,
  choose: Parameters<typeof startFaultyProxy>[1],
) {
  const token = randomBytes(16).toString("hex")
  const listen = { port: 0, host: "127.0.0.1", token, logLevel: "silent" }
  const served = await startServedPolicyAdmin({ database, clock, ...listen })
  const proxy = await startFaultyProxy(served.url, choose)
  return {
    proxy,
    settings: { POLICY_ADMIN_URL: proxy.url, POLICY_ADMIN_TOKEN: token },
    /**
     * One line for each false success and each wrong posting, and one line if no fault happened.
     */
    async wrong(): Promise<string[]> {
      const happened = Object.values(proxy.counts).reduce((sum, count) => sum + count, 0)
      const isTried = proxy.forwarded() < enoughRequests || happened > 0
      const postings = await findWrongPostings(database)
      return [...postings, ...(isTried ? [] : ["no request to the account system went wrong"])]
    },
    async close() {
      await proxy.close()
      await served.close()
    },
  }
}
