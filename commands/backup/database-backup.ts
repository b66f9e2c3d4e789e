import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Database, Transaction } from "#database/open.ts"
import type { Config } from "#server/config/config.ts"
import { holdSchema } from "#server/restored.store.ts"
import { findEnds, useSnapshot } from "#services/audit/audit.store.ts"
import { countRows, exportSnapshot, findMigrations, findVersion } from "./backup.store.ts"
import type { Manifest } from "./manifest.ts"
import { runProgram } from "./postgres-programs.ts"

/** The file of the database in a backup, by its engine. */
export const databaseFiles = { PostgreSQL: "database.dump", PGlite: "database.tar.gz" } as const

type Facts = Pick<
  Manifest,
  "engine" | "engineVersion" | "madeAt" | "migrations" | "rows" | "auditEnds"
>

/**
 * Writes the database into the folder, and returns its content. File, counts and ends of the audit
 * log come from one snapshot, while others read and write.
 */
export async function backUpDatabase(
  config: Pick<Config, "database" | "migrateDatabaseUrl">,
  database: Database,
  folder: string,
): Promise<Facts & { name: string }> {
  const { engine } = database
  const name = databaseFiles[engine]
  return await database.transaction(async (tx) => {
    await useSnapshot(tx)
    const engineVersion = await findVersion(tx)
    const snapshot = "url" in config.database ? await exportSnapshot(tx) : ""
    const madeAt = new Date().toISOString()
    const facts = { engine, engineVersion, madeAt, ...(await contentOf(tx)) }
    const file = join(folder, name)
    if ("url" in config.database) {
      // The owner of the tables can read all tables and their sequences.
      const url = config.migrateDatabaseUrl ?? config.database.url
      await runProgram("pg_dump", url, dumpOptions(snapshot, file), engineVersion)
    } else if (database.dump) {
      const dump = await database.dump()
      await writeFile(file, dump.stream(), { mode: 0o600, flag: "wx" })
    }
    return { name, ...facts }
  })
}

/** The content of a database, for a comparison between a backup and its restore. */
export async function contentOf(
  tx: Transaction,
): Promise<Pick<Facts, "migrations" | "rows" | "auditEnds">> {
  return {
    migrations: await findMigrations(tx),
    rows: await countRows(tx),
    auditEnds: (await findEnds(tx)).map(({ client, number, hash }) => ({
      client,
      number,
      hash: hash.toString("hex"),
    })),
  }
}

function dumpOptions(snapshot: string, file: string): string[] {
  return [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    "--no-unlogged-table-data",
    "--no-password",
    `--exclude-schema=${holdSchema}`,
    `--snapshot=${snapshot}`,
    `--file=${file}`,
  ]
}
