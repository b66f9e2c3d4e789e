// Records the version of package.json as released: npm run record-version

import { writeFileSync } from "node:fs"
import { listMigrations } from "#database/migrating/migration-files.ts"
import { version } from "#platform/version.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readReleased, recordVersion, releasedFile } from "./released.ts"

const command = {
  usage: `npm run record-version
Writes the version of package.json, its last migration and the hashes of all migrations to
database/versions.json. Run it as the last step before the tag: CONTRIBUTING.md, "How we release".
Exit codes: 0 recorded; 1 a released migration was changed; 2 a mistyped command.`,
}

await runCommandLine(command, async () => {
  readCommandLine(command)
  const released = recordVersion(readReleased(), version, await listMigrations())
  writeFileSync(releasedFile, `${JSON.stringify(released, null, 2)}\n`)
  console.log(`Version ${version} ends with ${released.versions.at(-1)?.lastMigration}.`)
})
