import { type Database, type DatabaseLimits, openDatabase } from "#database/open.ts"
import { ownsTables, refuseOwner, roleOf, unreadableFor } from "#database/roles.ts"
import type { Config } from "#server/config/config.ts"
import { findDatabaseName } from "./check.store.ts"
import { type CheckOutcome, good, problem, reasonOf, warning } from "./outcome.ts"

type DatabaseConfig = Pick<Config, "database" | "migrateDatabaseUrl">

/** Whether the serving role of `database` has exactly the permissions that it needs. */
export async function checkServingRole(
  database: Database,
  { migrateDatabaseUrl }: DatabaseConfig,
): Promise<CheckOutcome[]> {
  if (database.engine === "PGlite") return []
  const role = await roleOf(database)
  if (await ownsTables(database, role)) {
    const fix = migrateDatabaseUrl
      ? "Let the role of MIGRATE_DATABASE_URL own them"
      : "Set MIGRATE_DATABASE_URL to another role"
    const text = `The serving role ${role} owns tables and could alter the audit log. ${fix}.`
    return [warning("roles", text)]
  }
  const [first, ...others] = await unreadableFor(database, role)
  if (first === undefined) {
    return [good("roles", `The serving role ${role} can read every table and alter none.`)]
  }
  const more = others.length > 0 ? ` and ${others.length} more` : ""
  const fix =
    "Run npm run my-account -- migrate with MIGRATE_DATABASE_URL, which grants the rights."
  return [problem("roles", `The serving role ${role} may not read ${first}${more}. ${fix}`)]
}

/** Signs in as the migrating role, which must own the tables of the same database. */
export async function checkOwner(
  database: Database,
  { migrateDatabaseUrl: url }: DatabaseConfig,
  limits: DatabaseLimits,
): Promise<CheckOutcome[]> {
  const about = "MIGRATE_DATABASE_URL"
  if (url === undefined || database.engine === "PGlite") return []
  let owner: Database | undefined
  try {
    owner = await openDatabase({ url }, limits)
    const [ours, theirs] = [await findDatabaseName(database), await findDatabaseName(owner)]
    if (ours !== theirs) {
      const text = `It names the database ${theirs}, and DATABASE_URL names ${ours}. Both must name the same.`
      return [problem(about, text)]
    }
    await refuseOwner(owner, await roleOf(database))
    return [good(about, "The role that migrates can sign in.")]
  } catch (error) {
    return [problem(about, reasonOf(error))]
  } finally {
    await owner?.close()
  }
}
