import { writeOutagePages } from "#commands/brands/outage-pages.ts"
import { findingKindsOf, findingLines, NotReady } from "#commands/readiness/not-ready.ts"
import { LoadRefused, problemsInLines } from "#platform/files/problems.ts"
import { counted } from "#platform/text/words.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import type { OperatorCommand, Printer, Workplace } from "#server/commands/operator-command.ts"
import { readCommandLine } from "#server/config/command-line.ts"
import { openAuditKeys } from "#server/config/keys.ts"
import { analyzeDatabase } from "#server/migrated-database.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { refuseEmptyFolder } from "#services/brands/loading/folder.ts"
import type { FindingKind } from "#services/brands/readiness/finding.ts"
import { readErased } from "#services/privacy/erasure/erased-people.ts"
import { type LoadReport, loadFolder } from "./load-folder.ts"
import { type RefreshOptions, readRefreshOptions } from "./refresh-options.ts"

const commandLine = {
  usage: `npm run my-account -- load <folder> [--as-of=<instant>] [--remove-missing=<count>] [--move-products=<count>]
    [--force] [--allow=<kind>]…
Puts the brands, people, users, staff and documents of a folder online; demo/README.md describes the folder.
  <folder>                  all of it is checked first; with a mistake, nothing is loaded
  --as-of=<instant>         until when the file counts what happened here, such as 2026-03-31T23:00:00-05:00
  --remove-missing=<count>  removes people and products that the folder no longer has, if there are so many
  --move-products=<count>   gives products that another person has now to the person of the folder, if there are so many
  --force                   loads although the folder is older than the last one
  --allow=<kind>            accepts errors of this kind (npm run my-account -- check-folder --help); repeat it for others
Exit codes: 0 loaded; 1 findings or a refusal, and nothing was loaded; 2 a mistyped command, or no database.`,
  options: {
    allow: { type: "string", multiple: true },
    "as-of": { type: "string" },
    "remove-missing": { type: "string" },
    "move-products": { type: "string" },
    force: { type: "boolean", default: false },
  },
  words: [1, 1],
} as const

/** Puts the brands, people and users of a folder online. */
export const loadCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  async beforeMigrating(typed, pathOf) {
    const [folder = ""] = readCommandLine(commandLine, typed).words
    await refuseEmptyFolder(pathOf(folder))
  },
  read(typed) {
    const { values, words } = readCommandLine(commandLine, typed)
    const [folder = ""] = words
    const optionsAt = readRefreshOptions(values)
    const allowed = findingKindsOf(values.allow ?? [])
    return async (place) => {
      const options = { ...optionsAt(place.clock.now()), allowed }
      const report = await load(place, place.pathOf(folder), options)
      place.err("Counting the rows …")
      await analyzeDatabase(place.config, place.database, place.err)
      await writeOutagePages(place)
      print(place, report)
      return 0
    }
  },
  explain(error) {
    if (error instanceof NotReady) return `${error.message}\nNothing was loaded.`
    return error instanceof LoadRefused ? problemsInLines(error, "loaded") : error.message
  },
}

async function load(
  { config, clock, database, user, err }: Workplace,
  path: string,
  options: RefreshOptions & { allowed: readonly FindingKind[] },
) {
  return await loadFolder(database, path, {
    clock,
    by: user,
    audit: openAudit(config, clock),
    isErased: await readErased(database, createAuditLog(openAuditKeys(config))),
    passwords: openPasswords(config),
    documentStore: openDocumentStore(config.documentStore),
    leavesPeopleOut: config.policyAdmin !== "embedded",
    progress: err,
    ...options,
  })
}

function print({ out }: Printer, { clients, changes, notices, findings }: LoadReport) {
  if (findings.length > 0) out(findingLines(findings))
  for (const notice of notices) out(notice)
  out(`Loaded ${counted(clients.length, "client")}: ${clients.join(", ")}.`)
  for (const [kind, { written, removed }] of Object.entries(changes)) {
    if (written + removed > 0) out(`  ${kind}: ${written} written, ${removed} removed`)
  }
  const isUnchanged = Object.values(changes).every(
    (change) => change.written + change.removed === 0,
  )
  if (isUnchanged) out("  Everything was loaded already; nothing changed.")
}
