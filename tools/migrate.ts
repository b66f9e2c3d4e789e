// Brings the configured database to the newest version: npm run migrate

import { pendingMigrations } from "#database/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { type Config, readConfig } from "#server/config/config.ts"
import { migrateDatabase } from "#server/migrated-database.ts"

const command = {
  usage: `npm run migrate -- [--plan]
Runs every migration that the database lacks, in order.
  --plan  lists them, and changes nothing
Exit codes: 0 done; 1 a migration failed; 2 typed wrong, or the database is not available.`,
  options: { plan: { type: "boolean", default: false } },
} as const

await runCommandLine(command, async () => {
  const { plan } = readCommandLine(command).values
  const config = readConfig(process.env)
  const names = plan ? await planOf(config) : await migrateDatabase(config)
  for (const name of names) console.log(plan ? `Would run ${name}` : `Ran ${name}`)
  if (names.length === 0) console.log("The database is up to date.")
})

async function planOf(config: Config): Promise<string[]> {
  const database = await openDatabase(config.database)
  return await pendingMigrations(database).finally(() => database.close())
}
