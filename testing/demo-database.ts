import { join } from "node:path"
import { migrate } from "#database/migrate.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#ports/clock.ts"
import { digestOf } from "#tools/digest.ts"
import { loadFolder } from "#tools/load/load-folder.ts"
import { type Filling, openTestDatabase } from "./database.ts"
import { demoFolder } from "./demo-people.ts"
import { testAudit, testPasswords } from "./secret-key.ts"

const root = join(import.meta.dirname, "..")
/** The demo's data and all the code that puts it into tables. */
const sources = [
  "demo",
  "database",
  "tools/load",
  "services",
  "ports/policy-admin",
  "testing/secret-key.ts",
]

/** A database of its own, loaded with the demo as it stands on the clock's date. */
export async function openDemoDatabase(clock: Clock): Promise<Database> {
  return await openTestDatabase(demoFilling(clock))
}

export function demoFilling(clock: Clock): Filling {
  return {
    key: `demo_${digestOf(sources.map((path) => join(root, path)))}_${clock.today().toString().replaceAll("-", "")}`,
    async fill(database) {
      await migrate(database)
      await loadFolder(database, demoFolder, {
        clock,
        audit: testAudit(clock),
        passwords: testPasswords,
      })
    },
  }
}
