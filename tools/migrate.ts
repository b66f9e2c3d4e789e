// Brings the configured database to the newest version: npm run migrate

import { migrate } from "#database/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { readConfig } from "#server/config.ts"

try {
  const database = await openDatabase(readConfig(process.env).database)
  try {
    const ran = await migrate(database)
    for (const name of ran) console.log(`Ran ${name}`)
    if (ran.length === 0) console.log("The database is up to date.")
  } finally {
    await database.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
