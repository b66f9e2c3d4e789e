import { resolve } from "node:path"
import { migrate } from "#database/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#ports/clock.ts"
import { openAudit } from "#server/audit.ts"
import { readConfig } from "#server/config.ts"
import { openDocumentStore } from "#server/document-store.ts"
import { type LoadReport, loadFolder } from "./load-folder.ts"
import { LoadRefused } from "./problems.ts"

/** The operator's way to put brands, people and users on line: `npm run load -- <folder>`. */
async function main(folder: string | undefined) {
  if (folder === undefined) throw new Error("Name the folder to load: npm run load -- <folder>")
  const config = readConfig(process.env)
  const database = await openDatabase(config.database)
  try {
    await migrate(database)
    // npm runs in the project; the folder is named from where the operator stands.
    const path = resolve(process.env.INIT_CWD ?? "", folder)
    const needs = {
      clock: systemClock,
      audit: openAudit(config, systemClock),
      documentStore: openDocumentStore(config.documentStore),
    }
    print(await loadFolder(database, path, needs))
  } finally {
    await database.close()
  }
}

function print({ clients, changes, notices }: LoadReport) {
  for (const notice of notices) console.log(notice)
  console.log(`Loaded ${clients.length} clients: ${clients.join(", ")}.`)
  for (const [kind, { written, removed }] of Object.entries(changes)) {
    if (written + removed > 0) console.log(`  ${kind}: ${written} written, ${removed} removed`)
  }
  const isUnchanged = Object.values(changes).every(
    (change) => change.written + change.removed === 0,
  )
  if (isUnchanged) console.log("  Everything was loaded already; nothing changed.")
}

/** Nobody mends more than a screenful at once. */
const mostProblems = 50

function explain(error: Error & { code?: string }, folder: string | undefined) {
  if (!(error instanceof LoadRefused)) {
    console.error(error.message || error.code)
    return
  }
  const lines = error.message.split("\n")
  for (const line of lines.slice(0, mostProblems)) console.error(line)
  if (lines.length > mostProblems) console.error(`… and ${lines.length - mostProblems} more`)
  console.error(`Nothing was loaded: ${lines.length} to mend in ${folder}.`)
}

const [, , folder] = process.argv
main(folder).catch((error: Error) => {
  explain(error, folder)
  process.exitCode = 1
})
