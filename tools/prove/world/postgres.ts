import { type Database, openDatabase } from "#database/open.ts"
import { grantServing } from "#database/roles.ts"
import { startPostgres } from "#testing/postgres.ts"
import { type Cluster, startCluster } from "./cluster.ts"
import { addServingRole } from "./fill.store.ts"

const role = "serving"

/**
 * Runs `work` on a separate PostgreSQL, which ends with the work or with the process. It is fast
 * and not durable, unless `settings` are given: `{}` are those of production.
 */
export async function onPostgres<Result>(
  work: (databaseUrl: string) => Promise<Result>,
  settings?: Record<string, string>,
): Promise<Result> {
  return await during(await startPostgres(settings), ({ url }) => work(url))
}

/** Runs `work` on a primary and a standby, as `onPostgres` does. */
export async function onCluster<Result>(
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  return await during(await startCluster(), work)
}

async function during<Started extends { stop(): Promise<void> }, Result>(
  started: Started,
  work: (started: Started) => Promise<Result>,
): Promise<Result> {
  const end = () => void started.stop().then(() => process.exit(1))
  process.once("SIGINT", end).once("SIGTERM", end)
  try {
    return await work(started)
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end)
    await started.stop()
  }
}

/** Opens a database for `work` and closes it. */
export async function inDatabase<Result>(
  source: { url: string } | { folder: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(source)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The URL with which servers read and write `databaseUrl`, but may not alter it. */
export async function servingUrlOf(databaseUrl: string): Promise<string> {
  await inDatabase({ url: databaseUrl }, (owner) => addServingRole(owner, role))
  const url = new URL(databaseUrl)
  url.username = role
  return url.href
}

/** Gives the role of `servingUrlOf` the permissions that servers need on a migrated database. */
export async function grantRights(databaseUrl: string): Promise<void> {
  await inDatabase({ url: databaseUrl }, (owner) => grantServing(owner, role))
}
