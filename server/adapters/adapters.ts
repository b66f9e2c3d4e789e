import { createLaggingReads } from "#database/lagging-reads.ts"
import { type Database, openDatabase } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { createRateLimits } from "#platform/rate-limits/rate-limits.ts"
import { createAltcha } from "#ports/captcha/altcha.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import type { Config } from "#server/config/config.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { previewKeysOf } from "#services/brands/previews/preview-links.ts"
import { openAuditKeys, openKeyRing } from "../config/keys.ts"
import type { Start } from "../start.ts"
import { openAudit } from "./audit.ts"
import { openDocumentStore } from "./document-store.ts"
import { servePasswords } from "./passwords.ts"
import { openGateway } from "./payment-gateway.ts"
import { openPolicyAdmin } from "./policy-admin.ts"

/** The time limits of a replica read, after which the primary answers. */
const patience = { connectSeconds: 1, statementSeconds: 5 }

/**
 * Opens the database for reads that may be some seconds old: that of READ_DATABASE_URL, or the
 * primary.
 */
async function openLaggingReads(
  { readDatabaseUrl, database: source, databaseLimits }: Config,
  database: Database,
): Promise<{ laggingReads: Queries; close(): Promise<void> }> {
  if (readDatabaseUrl === undefined) return { laggingReads: database, async close() {} }
  const limits = { ...databaseLimits, ...patience }
  const replica = await openDatabase({ ...source, url: readDatabaseUrl }, limits)
  return { laggingReads: createLaggingReads(database, replica), close: replica.close }
}

/**
 * Chooses and opens the configured adapters.
 *
 * Errors: an `Error` with one line for the operator when an adapter cannot be opened.
 */
export async function openAdapters(start: Start, addresses: SiteAddresses) {
  const { config, database, clock, log, costs } = start
  const keyRing = openKeyRing(config)
  const secrets = createSecrets(keyRing.for("secrets"))
  const seal = createSeal(keyRing.for("seal"))
  const { dataFolder } = config
  const { laggingReads, close: closeReplica } = await openLaggingReads(config, database)
  const metrics = createAdapterMetrics()
  const place = { database, laggingReads, clock, log, metrics }
  const { policyAdmin, close: closePolicyAdmin } = await openPolicyAdmin(config.policyAdmin, place)
  return {
    laggingReads,
    closeReplica,
    closePolicyAdmin,
    secrets,
    seal,
    previewKeys: previewKeysOf(keyRing),
    decoyKey: keyRing.for("decoy question").current.secret,
    passwords: servePasswords(config, (text) => log.warn({}, text), costs?.hash),
    adapterMetrics: metrics,
    rateLimits: createRateLimits({ database, clock, secrets }),
    audit: openAudit(config, clock),
    auditLog: createAuditLog(openAuditKeys(config)),
    outbox: createOutbox({ seal, clock }),
    policyAdmin: start.policyAdmin ?? policyAdmin,
    /** Whether the account system can be unavailable while our database answers. */
    isPolicyAdminElsewhere: start.policyAdmin !== undefined || config.policyAdmin !== "embedded",
    documentStore: openDocumentStore(config.documentStore),
    captcha: createAltcha(keyRing.for("captcha"), costs?.proofRounds),
    paymentGateway: await openGateway(config.paymentGateway, {
      ...{ clock, dataFolder, addresses },
      trusts: config.trustProxy,
    }),
  }
}
