import { type Database, openDatabase } from "#database/open.ts"
import { mayDeletePersonKeys } from "#database/roles.ts"
import type { Queries } from "#database/sql.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { deleteEmailsTo } from "#ports/mail/outbox.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openPolicyAdmin } from "#server/adapters/policy-admin.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { openAuditKeys, openKeyRing } from "#server/config/keys.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import type { ErasurePorts } from "#services/privacy/erasure/erase-person.ts"

export interface PersonPorts extends ErasurePorts {
  /** Whether the account system is outside of our database. */
  isElsewhere: boolean
}

/**
 * Opens what the commands need, and closes it after `work`. The database is that of the role that owns the tables: the
 * serving role must not delete keys of the audit log.
 */
export async function withPersonPorts<Result>(
  place: Workplace,
  work: (deps: PersonPorts) => Promise<Result>,
): Promise<Result> {
  const { config, clock, err } = place
  const print = (facts: object, text: string) => err(`${text} ${JSON.stringify(facts)}`)
  const log = { info: print, warn: print, error: print }
  const keyRing = openKeyRing(config)
  const seal = createSeal(keyRing.for("seal"))
  const { database, close: closeDatabase } = await openAsOwner(place)
  const { policyAdmin, close } = await openPolicyAdmin(config.policyAdmin, {
    ...{ database, laggingReads: database, clock, log },
  })
  try {
    return await work({
      ...{ database, clock, policyAdmin },
      audit: openAudit(config, clock),
      auditLog: createAuditLog(openAuditKeys(config)),
      documentStore: openDocumentStore(config.documentStore),
      forgetEmails: (tx: Queries, addresses) => deleteEmailsTo(tx, seal, addresses),
      isElsewhere: config.policyAdmin !== "embedded",
    })
  } finally {
    await close()
    await closeDatabase()
  }
}

async function openAsOwner({ config, database }: Workplace): Promise<{
  database: Database
  close(): Promise<void>
}> {
  const { migrateDatabaseUrl: url } = config
  if (url === undefined || "folder" in config.database) return { database, async close() {} }
  const owned = await openDatabase({ ...config.database, url })
  return { database: owned, close: () => owned.close() }
}

/** Errors: an `Error` with one line for the operator, if this role may not delete keys of the audit log. */
export async function refuseServingRole(database: Queries): Promise<void> {
  if (await mayDeletePersonKeys(database)) return
  throw new Error(
    "The role of DATABASE_URL may not delete keys of the audit log, which an erasure does. Set MIGRATE_DATABASE_URL for this command. Nothing was erased.",
  )
}
