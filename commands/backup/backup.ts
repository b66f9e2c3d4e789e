// Backs up the database and the documents into a new folder: npm run my-account -- backup <folder>

import { resolve } from "node:path"
import { counted } from "#platform/text/words.ts"
import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { backupCommand, commandLine } from "./backup-command.ts"
import { readBackup, whyLater } from "./manifest.ts"

if (process.argv.includes("--check")) await runCommandLine(commandLine, check)
else process.exitCode = await runOperatorCommand("backup", backupCommand)

/** Checks a backup, without a database. */
async function check(): Promise<void> {
  const [typed = ""] = readCommandLine(commandLine).words
  const config = readConfig(process.env)
  const folder = resolve(process.env.INIT_CWD ?? "", typed)
  // A machine that only stores copies may have just the secret key.
  const auditIds = config.auditKey === undefined ? undefined : openAuditRing(config).ids
  const manifest = await readBackup(folder, openKeyRing(config), auditIds)
  const { madeAt, version, files } = manifest
  console.log(
    `The backup of ${madeAt}, made by version ${version}, is whole: ${counted(files.length, "file")}.`,
  )
  const later = await whyLater(manifest)
  if (later !== undefined) console.error(later)
}
