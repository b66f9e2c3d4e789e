import { findDatabaseTime } from "#database/database-time.ts"
import { findMigrationState, severalOf, whyRefused } from "#database/migrating/migration-state.ts"
import { type Database, type DatabaseLimits, isMissing, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { ClocksDiffer, compareClocks, mostSecondsApart } from "#platform/shared-time.ts"
import type { Config } from "#server/config/config.ts"
import { isDatabaseHeld } from "#server/restored.store.ts"
import { advised } from "./advice.ts"
import { findMostConnections, findVersion, hasTables, isReplica } from "./check.store.ts"
import { type CheckOutcome, good, problem, reasonOf, warning } from "./outcome.ts"
import { checkOwner, checkServingRole } from "./role-checks.ts"

const limits: DatabaseLimits = { connections: 1, connectSeconds: 5, statementSeconds: 10 }
/** In PostgreSQL's format of version numbers. */
const oldestVersion = 150_000

/**
 * Opens the configured database and checks it; then runs `work` with it if it has the tables that
 * this program expects. It changes nothing and creates no database.
 */
export async function checkDatabase(
  config: Config,
  work: (database: Database) => Promise<CheckOutcome[]>,
): Promise<CheckOutcome[]> {
  const { database: source } = config
  const about = "url" in source ? "DATABASE_URL" : "DATA_DIR"
  if (isMissing(source)) {
    return [
      warning(about, `There is no database in ${source.folder} yet. The first start makes it.`),
    ]
  }
  let database: Database | undefined
  try {
    database = await openDatabase(source, limits)
    const isFilled = await hasTables(database)
    const found = [
      ...(await engineOf(database, about)),
      ...(await poolOf(database, config)),
      ...(await holdOf(database, about)),
      ...(isFilled ? await tablesOf(database) : [problem("migrations", noTables)]),
    ]
    const isUsable = !found.some(({ level }) => level === "problem")
    return [
      ...found,
      ...(isFilled ? await checkServingRole(database, config) : []),
      ...(await checkOwner(database, config, limits)),
      ...(isUsable ? await work(database) : []),
    ]
  } catch (error) {
    return [problem(about, advisedOf(error))]
  } finally {
    await database?.close()
  }
}

const noTables =
  "The database has no tables yet. Run: npm run my-account -- migrate. To bring back a lost one: npm run my-account -- restore <folder>"

function advisedOf(error: unknown): string {
  return advised(reasonOf(error), (error as { code?: string }).code)
}

async function engineOf(database: Database, about: string): Promise<CheckOutcome[]> {
  const version = await findVersion(database)
  const { secondsAhead } = await compareClocks(systemClock, () => findDatabaseTime(database))
  const shown = `${database.engine} ${Math.floor(version / 10_000)}`
  return [
    version >= oldestVersion
      ? good(about, `${shown} answers.`)
      : problem(about, `This is ${shown}; 15 or later is needed.`),
    Math.abs(secondsAhead) <= mostSecondsApart
      ? good("clock", "This machine and the database agree about the time.")
      : problem("clock", new ClocksDiffer(secondsAhead).message),
  ]
}

async function poolOf(database: Database, { databaseLimits }: Config): Promise<CheckOutcome[]> {
  if (database.engine === "PGlite") return []
  const most = await findMostConnections(database)
  // One more connection is for /readyz.
  const ours = databaseLimits.connections + 1
  if (ours <= most) return []
  const text = `A server uses up to ${ours} connections, and the database takes ${most} from all servers together. Lower it, or raise max_connections.`
  return [warning("DATABASE_POOL", text)]
}

async function holdOf(database: Database, about: string): Promise<CheckOutcome[]> {
  if (!(await isDatabaseHeld(database))) return []
  const text =
    "It was restored from a backup and is held: no server starts on it. Follow docs/backup.md, then run: npm run my-account -- restore --release"
  return [problem(about, text)]
}

async function tablesOf(database: Database): Promise<CheckOutcome[]> {
  const state = await findMigrationState(database)
  const { pending, later } = state
  const refused = whyRefused(state)
  if (refused !== undefined) return [problem("migrations", refused)]
  if (later.length > 0) {
    const what = `A later version has migrated the database (${severalOf(later)}).`
    return [warning("migrations", `${what} This one can serve it; upgrade it soon.`)]
  }
  if (pending.length === 0) return [good("migrations", "The tables are those of this version.")]
  const which = pending.length === 1 ? pending[0] : `${pending[0]} and ${pending.length - 1} more`
  return [problem("migrations", `${which} did not run yet. Run: npm run my-account -- migrate`)]
}

/** Checks the read replica, if there is one. */
export async function checkReplica({ readDatabaseUrl: url }: Config): Promise<CheckOutcome[]> {
  if (url === undefined) return []
  let replica: Database | undefined
  try {
    replica = await openDatabase({ url }, limits)
    const { pending } = await findMigrationState(replica)
    if (!(await isReplica(replica))) {
      return [
        problem(
          "READ_DATABASE_URL",
          "This database is no replica: it takes writes. Name a streaming replica of DATABASE_URL.",
        ),
      ]
    }
    return [
      pending.length === 0
        ? good("READ_DATABASE_URL", "The replica answers.")
        : problem(
            "READ_DATABASE_URL",
            `The replica lacks ${pending[0]}: is it of the same database?`,
          ),
    ]
  } catch (error) {
    return [problem("READ_DATABASE_URL", advisedOf(error))]
  } finally {
    await replica?.close()
  }
}
