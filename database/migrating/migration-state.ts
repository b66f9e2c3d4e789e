import { isEarlierVersion, version } from "#platform/version.ts"
import { type Queries, sql } from "../sql.ts"
import { latestOf, listMigrations } from "./migration-files.ts"

/** How the migrations of a database differ from those of this version. */
export interface MigrationState {
  /** Whether any migration ran; false for an empty database. */
  hasTables: boolean
  /** Names of the migrations that the database lacks, in order. */
  pending: string[]
  /** Names of the migrations that a later version ran, and that this version does not have. */
  later: string[]
  /** The earliest version whose servers can use the database, if a later version states one. */
  earliestServer: string | undefined
}

/** Reads which migrations ran, without changing anything. */
export async function findMigrationState(database: Queries, folder?: URL): Promise<MigrationState> {
  const names = (await listMigrations(folder)).map(({ name }) => name)
  const ran = await findRun(database)
  const later = ran.filter(({ name }) => !names.includes(name))
  const done = new Set(ran.map(({ name }) => name))
  return {
    hasTables: ran.length > 0,
    pending: names.filter((name) => !done.has(name)),
    later: later.map(({ name }) => name),
    earliestServer: latestOf(later.flatMap(({ earliestServer }) => earliestServer ?? [])),
  }
}

async function findRun(
  database: Queries,
): Promise<{ name: string; earliestServer: string | null }[]> {
  const [table] = await database.rows<{ isThere: boolean }>(
    sql`select to_regclass('public.migration') is not null as is_there`,
  )
  if (!table?.isThere) return []
  // The column is missing until this version or a later one migrates.
  return await database.rows(
    sql`select name, to_jsonb(m) ->> 'earliest_server' as earliest_server
      from public.migration m order by name`,
  )
}

/**
 * Why this version can neither use nor migrate a database; undefined if it can. A server of an
 * earlier version can use a database that a later one has migrated, unless that version removed
 * something that it needs.
 */
export function whyRefused({ pending, later, earliestServer }: MigrationState): string | undefined {
  if (later.length === 0) return undefined
  const which = `The database has ${severalOf(later)} of another version`
  if (pending.length > 0) {
    return `${which}, and lacks ${pending[0]} of this version, ${version}. Use a version that has both.`
  }
  if (earliestServer === undefined || !isEarlierVersion(version, earliestServer)) return undefined
  return `${which}, which serves with ${earliestServer} or later. This is ${version}: use a later version, or restore a backup of this one.`
}

/** The last of these migrations, and how many more there are. */
export function severalOf(names: readonly string[]): string {
  const more = names.length === 1 ? "" : ` and ${names.length - 1} more`
  return `${names.at(-1)}${more}`
}
