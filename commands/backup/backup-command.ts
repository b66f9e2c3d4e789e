import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { chmod, mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { systemReason } from "#platform/system-error.ts"
import { counted } from "#platform/text/words.ts"
import { version } from "#platform/version.ts"
import type { OperatorCommand, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine } from "#server/config/command-line.ts"
import { openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { backUpDatabase } from "./database-backup.ts"
import { backUpDocuments } from "./documents.ts"
import { type Manifest, measured, writeManifest } from "./manifest.ts"

export const commandLine = {
  usage: `npm run my-account -- backup <folder> [--check]
Backs up the database and the documents into a new folder; docs/backup.md explains it.
  <folder>  of the backup, which must not exist yet
  --check   compares an existing backup with its manifest instead, and changes nothing
Exit codes: 0 done; 1 it failed, and there is no backup; 2 a mistyped command, or no database.`,
  options: { check: { type: "boolean", default: false } },
  words: [1, 1],
} as const

/** Makes a whole backup or none: it gets its name when everything is in it. */
export const backupCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  keepsVersion: true,
  explain: explained,
  read(typed) {
    const [folder = ""] = readCommandLine(commandLine, typed).words
    return async (place) => {
      const path = place.pathOf(folder)
      const began = performance.now()
      const made = await backUp(place, path)
      const bytes = made.files.reduce((sum, file) => sum + file.bytes, 0)
      const rows = Object.values(made.rows).reduce((sum, count) => sum + count, 0)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      place.out(
        `Backed up to ${path}: ${counted(rows, "row")}, ${counted(made.files.length, "file")} of ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s.`,
      )
      if (made.documents !== "files") {
        place.out(`The documents are not in it: they are in ${made.documents}. Keep its versions.`)
      }
      return 0
    }
  },
}

async function backUp({ config, database }: Workplace, path: string): Promise<Manifest> {
  if (existsSync(path)) throw new Error(`${path} exists already. Name a new folder.`)
  const keys = openKeyRing(config)
  const draft = `${path}.unfinished-${randomBytes(4).toString("hex")}`
  await mkdir(draft, { mode: 0o700 }).catch((error: unknown) => {
    const reason = systemReason(error) ?? (error as Error).message
    throw new Error(
      `No backup can be written to ${dirname(path)}: ${reason}. Name a folder in one that exists, and that the user of this command can write to.`,
      { cause: error },
    )
  })
  try {
    const { name, ...facts } = await backUpDatabase(config, database, draft)
    // After the database: every document that it lists is there by now.
    const { documents, paths } = await backUpDocuments(config.documentStore, draft)
    const files = []
    for (const path of [name, ...paths]) files.push(await settled(draft, path))
    const [auditKey] = openAuditRing(config).ids
    const made: Manifest = { format: 1, version, ...facts, auditKey, documents, files }
    await writeManifest(draft, made, keys)
    await rename(draft, path)
    await synced(dirname(path))
    return made
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Makes a file of the backup private and certain to be on the disk. */
async function settled(folder: string, path: string) {
  await chmod(join(folder, path), 0o600)
  await synced(join(folder, path))
  return await measured(folder, path)
}

async function synced(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

function explained(error: Error): string {
  const isFull =
    (error as NodeJS.ErrnoException).code === "ENOSPC" || /No space left/.test(error.message)
  return isFull ? `The disk is full; there is no backup. ${error.message}` : error.message
}
