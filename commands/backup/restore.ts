// Restores a backup into an empty database: npm run my-account -- restore <folder>

import { resolve } from "node:path"
import { refuseMissing } from "#server/commands/run-operator-command.ts"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { terminal } from "#server/config/typed-as.ts"
import { release } from "./hold.ts"
import { readBackup } from "./manifest.ts"
import { reconcile } from "./reconcile.ts"
import { restoreBackup } from "./restore-backup.ts"

const command = {
  usage: `npm run my-account -- restore <folder>
       npm run my-account -- restore --reconcile
       npm run my-account -- restore --release [--without-payments]
Restores a backup into an empty database, compares it, and holds it: no server starts on it until it is
released. docs/backup.md explains the steps.
  <folder>            of the backup
  --reconcile         records the payments that the gateway has made since the backup; charges nothing
  --release           lets servers start on the restored database
  --without-payments  also if the payments since the backup were not recorded
Exit codes: 0 done; 1 it failed, or charges are left to look at; 2 a mistyped command, or no database.`,
  options: {
    reconcile: { type: "boolean", default: false },
    release: { type: "boolean", default: false },
    "without-payments": { type: "boolean", default: false },
  },
  words: [0, 1],
} as const

await runCommandLine(command, async () => {
  const { values, words } = readCommandLine(command)
  const [typed] = words
  const chosen = [typed !== undefined, values.reconcile, values.release].filter(Boolean)
  if (chosen.length === 0) throw new UsageError("<folder> is missing.")
  if (chosen.length > 1) throw new UsageError("Type a folder, --reconcile or --release alone.")
  const lacksPayments = values["without-payments"]
  if (lacksPayments && !values.release) throw new UsageError("--without-payments needs --release.")
  const config = readConfig(process.env)
  // Only a restore makes a database.
  if (typed === undefined) refuseMissing(config)
  if (values.reconcile) {
    const isWhole = await reconcile(config, terminal.out)
    terminal.out(
      "Servers start on this database once you run: npm run my-account -- restore --release",
    )
    if (!isWhole) process.exitCode = 1
  } else if (typed === undefined) {
    await release(config, { lacksPayments })
    terminal.out("Servers can start on this database.")
  } else {
    const folder = resolve(process.env.INIT_CWD ?? "", typed)
    const auditIds = openAuditRing(config).ids
    const manifest = await readBackup(folder, openKeyRing(config), auditIds)
    await restoreBackup({ config, folder, manifest, out: terminal.out })
  }
})
