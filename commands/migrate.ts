// Brings the configured database to this version: npm run my-account -- migrate

import {
  contractionsOf,
  listMigrations,
  type Migration,
  operatorActsOf,
} from "#database/migrating/migration-files.ts"
import {
  findMigrationState,
  type MigrationState,
  severalOf,
  whyRefused,
} from "#database/migrating/migration-state.ts"
import { isMissing, openDatabase } from "#database/open.ts"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { type Config, readConfig } from "#server/config/config.ts"
import { terminal } from "#server/config/typed-as.ts"
import { migrateDatabase } from "#server/migrated-database.ts"

const command = {
  usage: `npm run my-account -- migrate [plan]
Runs every migration that the database lacks, in order. docs/upgrading.md says when.
  plan  lists them, what they take away and what is yours to do, and changes nothing
Exit codes: 0 done; 1 a migration failed, or a later version took away what this one needs; 2 typed wrong, or the database is not available.`,
  // `--plan` is the form of the version before. npm can take it for itself.
  options: { plan: { type: "boolean", default: false } },
  words: [0, 1],
} as const

await runCommandLine(command, async () => {
  const { values, words } = readCommandLine(command)
  const [word] = words
  if (word !== undefined && word !== "plan") throw new UsageError(`Unexpected argument '${word}'.`)
  const config = readConfig(process.env)
  if (values.plan || word === "plan") return await printPlan(config)
  const ran = await migrateDatabase(config)
  for (const name of ran) terminal.out(`Ran ${name}`)
  if (ran.length === 0) terminal.out(await upToDate(config))
})

async function printPlan(config: Config): Promise<void> {
  const state = await stateOf(config)
  const refused = whyRefused(state)
  if (refused !== undefined) throw new Error(refused)
  const migrations = await listMigrations()
  for (const migration of migrations.filter(({ name }) => state.pending.includes(name))) {
    terminal.out([`Would run ${migration.name}`, ...notesOf(migration)].join("\n  "))
  }
  if (state.pending.length === 0) terminal.out(nothingToRun(state))
}

function notesOf(migration: Migration): string[] {
  return [
    ...contractionsOf(migration).map(
      ({ what, unusedSince }) =>
        `takes away ${what}: servers before ${unusedSince} must have ended`,
    ),
    ...operatorActsOf(migration).map((act) => `yours to do: ${act}`),
  ]
}

async function upToDate(config: Config): Promise<string> {
  return nothingToRun(await stateOf(config))
}

function nothingToRun({ later }: MigrationState): string {
  if (later.length === 0) return "The database is up to date."
  return `Nothing to run: a later version has migrated the database (${severalOf(later)}), and this one can serve it.`
}

/** Asks as the role that migrates: the other one may not be granted anything yet. */
async function stateOf({ database: source, migrateDatabaseUrl }: Config): Promise<MigrationState> {
  if (isMissing(source)) {
    const pending = (await listMigrations()).map(({ name }) => name)
    return { hasTables: false, pending, later: [], earliestServer: undefined }
  }
  const isByOwner = "url" in source && migrateDatabaseUrl !== undefined
  const database = await openDatabase(isByOwner ? { ...source, url: migrateDatabaseUrl } : source)
  return await findMigrationState(database).finally(() => database.close())
}
