// Restores a backup into an empty database: npm run restore -- <folder>

import { resolve } from "node:path"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openKeyRing } from "#server/config/secret-key.ts"
import { readBackup } from "./manifest.ts"
import { release } from "./release.ts"
import { restoreBackup } from "./restore-backup.ts"

const command = {
  usage: `npm run restore -- <folder>
       npm run restore -- --release
Restores a backup into an empty database, compares it, and holds it: no server starts on it until its
payments are known. docs/backup.md explains the steps.
  <folder>   of the backup
  --release  lets servers start on the restored database
Exit codes: 0 done; 1 it failed; 2 a mistyped command, or no database.`,
  options: { release: { type: "boolean", default: false } },
  words: [0, 1],
} as const

await runCommandLine(command, async () => {
  const { values, words } = readCommandLine(command)
  const [typed] = words
  if ((typed !== undefined) === values.release) {
    throw new UsageError(
      typed === undefined ? "<folder> is missing." : "Type a folder or --release.",
    )
  }
  const config = readConfig(process.env)
  if (typed === undefined) {
    await release(config)
    console.log("Servers can start on this database.")
    return
  }
  const keys = openKeyRing(config)
  const folder = resolve(process.env.INIT_CWD ?? "", typed)
  const manifest = await readBackup(folder, keys)
  await restoreBackup({ config, keys, folder, manifest, out: console.log })
})
