import { resolve } from "node:path"
import { systemClock } from "#platform/clock.ts"
import { LoadRefused } from "#platform/files/problems.ts"
import { counted } from "#platform/text/words.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openMigratedDatabase } from "#server/migrated-database.ts"
import { type LoadReport, loadFolder } from "./load-folder.ts"

const command = { usage: "npm run load -- <folder>", words: [1, 1] } as const

/** Puts the brands, people and users of a folder online. */
async function load(folder: string): Promise<void> {
  const config = readConfig(process.env)
  const database = await openMigratedDatabase(config)
  try {
    // npm runs in the project, but the path is relative to the operator's folder.
    const path = resolve(process.env.INIT_CWD ?? "", folder)
    const needs = {
      clock: systemClock,
      audit: openAudit(config, systemClock),
      passwords: openPasswords(config),
      documentStore: openDocumentStore(config.documentStore),
    }
    print(await loadFolder(database, path, needs))
  } finally {
    await database.close()
  }
}

function print({ clients, changes, notices }: LoadReport) {
  for (const notice of notices) console.log(notice)
  console.log(`Loaded ${counted(clients.length, "client")}: ${clients.join(", ")}.`)
  for (const [kind, { written, removed }] of Object.entries(changes)) {
    if (written + removed > 0) console.log(`  ${kind}: ${written} written, ${removed} removed`)
  }
  const isUnchanged = Object.values(changes).every(
    (change) => change.written + change.removed === 0,
  )
  if (isUnchanged) console.log("  Everything was loaded already; nothing changed.")
}

/** One screenful of problems. */
const mostProblems = 50

function explain(error: Error & { code?: string }): string {
  if (!(error instanceof LoadRefused)) return error.message || (error.code ?? "")
  const lines = error.message.split("\n")
  const more = lines.length > mostProblems ? [`… and ${lines.length - mostProblems} more`] : []
  const sum = `Nothing was loaded. Please correct ${counted(lines.length, "problem")}.`
  return [...lines.slice(0, mostProblems), ...more, sum].join("\n")
}

await runCommandLine(
  command,
  async () => {
    const [folder = ""] = readCommandLine(command).words
    await load(folder)
  },
  { explain },
)
