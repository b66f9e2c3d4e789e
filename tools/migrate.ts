// Brings the configured database to the newest version: npm run migrate

import { migrate } from "#database/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { readCommandLine, runCommandLine } from "#server/command-line.ts"
import { readConfig } from "#server/config.ts"

const command = { usage: "npm run migrate" }

await runCommandLine(command, async () => {
  readCommandLine(command)
  const database = await openDatabase(readConfig(process.env).database)
  try {
    const ran = await migrate(database)
    for (const name of ran) console.log(`Ran ${name}`)
    if (ran.length === 0) console.log("The database is up to date.")
  } finally {
    await database.close()
  }
})
