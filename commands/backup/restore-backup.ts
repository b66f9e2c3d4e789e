import { existsSync } from "node:fs"
import { readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { lockFolder } from "#database/lock.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { lacksRight } from "#platform/error-name.ts"
import { counted } from "#platform/text/words.ts"
import { instantOf } from "#platform/time.ts"
import type { Config } from "#server/config/config.ts"
import { openAuditKeys } from "#server/config/keys.ts"
import { migrateDatabase } from "#server/migrated-database.ts"
import { hold, markVerified } from "#server/restored.store.ts"
import { useSnapshot } from "#services/audit/audit.store.ts"
import { checkAudit } from "#services/audit/audit-check.ts"
import { endOpenAccess, findVersion, hasNoClient, isEmpty } from "./backup.store.ts"
import { contentOf, databaseFiles } from "./database-backup.ts"
import { documentsFolder, restoreDocuments } from "./documents.ts"
import { type Manifest, whyLater } from "./manifest.ts"
import { runProgram } from "./postgres-programs.ts"

interface Restoring {
  config: Config
  /** The folder of the checked backup. */
  folder: string
  manifest: Manifest
  out: (line: string) => void
}

/**
 * Restores a backup into the configured database, which must be empty, and its documents into the
 * store. Afterward the database is on hold, and no one is signed in.
 *
 * Errors: an `Error` with one line for the operator. A database that was not restored completely,
 * or that differs from the backup, stays on hold and cannot be released.
 */
export async function restoreBackup(restoring: Restoring): Promise<void> {
  const { config, folder, manifest, out } = restoring
  await refuseUnfit(config, manifest)
  const began = performance.now()
  if ("url" in config.database) await restorePostgres(restoring, config.database)
  else await restorePglite(restoring, config.database.folder)
  const paths = manifest.files
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${documentsFolder}/`))
  const documents = await restoreDocuments(folder, paths, config.documentStore)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  const chains = counted(manifest.auditEnds.length, "chain")
  out(`Restored the backup of ${manifest.madeAt}: ${counted(rows, "row")} in ${seconds} s.`)
  out(`The audit log is whole, and its ${chains} end where they ended in the backup.`)
  out(`Documents: ${documents.restored} restored, ${documents.kept} were there and stayed.`)
  if (manifest.documents !== "files") out(`Documents are in ${manifest.documents}.`)
  out("All customers and staff are logged out. No server starts on this database yet. Next, run:")
  out("  npm run my-account -- restore --reconcile")
}

/**
 * Refuses a backup of another engine, or of a version whose tables this program does not support.
 */
async function refuseUnfit({ database }: Config, manifest: Manifest): Promise<void> {
  const engine = "url" in database ? "PostgreSQL" : "PGlite"
  if (engine !== manifest.engine) {
    const how = manifest.engine === "PGlite" ? "Leave DATABASE_URL out" : "Set DATABASE_URL"
    throw new Error(`The backup is of ${manifest.engine}. ${how}.`)
  }
  const later = await whyLater(manifest)
  if (later !== undefined) throw new Error(later)
}

async function restorePostgres(
  restoring: Restoring,
  source: { url: string; namesStatements?: boolean },
): Promise<void> {
  const { config, folder, manifest } = restoring
  const url = config.migrateDatabaseUrl ?? source.url
  const database = await openDatabase({ ...source, url })
  try {
    if (!(await isEmpty(database))) throw new Error(await whyNotEmpty(database))
    await hold(database, instantOf(manifest.madeAt)).catch((error: Error) => {
      if (!lacksRight(error)) throw error
      throw new Error(
        "The role that restores may not make tables in this database. Let it own the database, and name that role in MIGRATE_DATABASE_URL.",
        { cause: error },
      )
    })
    const file = join(folder, databaseFiles.PostgreSQL)
    // Restores everything or nothing, even if this process is killed.
    const options = ["--single-transaction", "--no-owner", "--no-privileges", "--no-password", file]
    await runProgram("pg_restore", url, options, await findVersion(database))
    await compare(database, restoring)
    await migrateDatabase(config)
    await settle(database)
  } finally {
    await database.close()
  }
}

/** The reason for the operator why a database with tables is refused. */
export async function whyNotEmpty(database: Database): Promise<string> {
  if (!(await hasNoClient(database))) {
    return "The database is not empty. Restore into a new one: an interrupted restore may have filled this one."
  }
  return "The database has the tables of My Account already, and no client: npm run my-account -- migrate or a server made them. Nothing is lost if you drop this database. Create it again, and restore before anything else runs."
}

/** Restores into a folder next to the database's, and renames it when it is complete. */
async function restorePglite(restoring: Restoring, dataFolder: string): Promise<void> {
  const { folder, manifest } = restoring
  const unlock = lockFolder(dataFolder)
  const draft = join(dataFolder, "pglite.unfinished")
  try {
    if (existsSync(join(dataFolder, "pglite"))) {
      throw new Error(`${dataFolder} has a database. Set DATA_DIR to a folder without one.`)
    }
    await rm(draft, { recursive: true, force: true })
    const tar = new Blob([await readFile(join(folder, databaseFiles.PGlite))], {
      type: "application/x-gzip",
    })
    const engine = await PGlite.create({ dataDir: draft, loadDataDir: tar })
    const database = await openDatabase({ engine })
    try {
      await hold(database, instantOf(manifest.madeAt))
      await compare(database, restoring)
      await settle(database)
    } finally {
      await database.close()
    }
    await rename(draft, join(dataFolder, "pglite"))
  } finally {
    await rm(draft, { recursive: true, force: true })
    unlock()
  }
}

/** Compares the restored data with the backup, and the audit log with its ends. */
async function compare(database: Database, { config, manifest }: Restoring): Promise<void> {
  const wrong = await database.transaction(async (tx) => {
    await useSnapshot(tx)
    const { rows } = await contentOf(tx)
    const tables = new Set([...Object.keys(rows), ...Object.keys(manifest.rows)])
    const differing = [...tables]
      .filter((table) => rows[table] !== manifest.rows[table])
      .map((table) => `${table} has ${rows[table] ?? "no"} rows, not ${manifest.rows[table] ?? 0}`)
    const { problems } = await checkAudit(tx, openAuditKeys(config).entries, manifest.auditEnds)
    const audited = problems.map(
      ({ client, number, problem }) =>
        `audit log of ${client || "the installation"}: ${number ?? "it"} ${problem}`,
    )
    return [...differing, ...audited]
  })
  if (wrong.length === 0) return
  throw new Error(
    `The restored database differs from its backup, and stays held: ${wrong.slice(0, 5).join("; ")}.`,
  )
}

/** Ends access that must not survive a restore, and marks the database as complete. */
async function settle(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const now = new Date()
    await endOpenAccess(tx, now)
    await markVerified(tx, now)
  })
}
