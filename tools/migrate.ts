// Brings the configured database to the newest version: npm run migrate

import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { migrateDatabase } from "#server/migrated-database.ts"

const command = { usage: "npm run migrate" }

await runCommandLine(command, async () => {
  readCommandLine(command)
  const ran = await migrateDatabase(readConfig(process.env))
  for (const name of ran) console.log(`Ran ${name}`)
  if (ran.length === 0) console.log("The database is up to date.")
})
