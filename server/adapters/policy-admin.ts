import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { PolicyAdminConfig } from "#server/config/adapter-config.ts"
import type { Log } from "#services/deps.ts"

/** Opens the configured adapter. Its packages are loaded only where they are used. */
export async function openPolicyAdmin(
  config: PolicyAdminConfig,
  { database, laggingReads, clock, log, metrics }: Place,
): Promise<{ policyAdmin: PolicyAdmin; close(): Promise<void> }> {
  if (config === "embedded") {
    const policyAdmin = createEmbeddedPolicyAdmin(database, laggingReads, clock)
    return { policyAdmin, async close() {} }
  }
  const { createHttpPolicyAdmin } = await import("#ports/policy-admin/http/http.ts")
  const policyAdmin = createHttpPolicyAdmin(config, { clock, log, ...(metrics && { metrics }) })
  return { policyAdmin, close: policyAdmin.close }
}

interface Place {
  database: Database
  laggingReads: Queries
  clock: Clock
  log: Log
  metrics?: AdapterMetrics
}
