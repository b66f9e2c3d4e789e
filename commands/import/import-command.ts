import { listedProblems } from "#platform/files/problems.ts"
import { counted } from "#platform/text/words.ts"
import { moveText } from "#ports/policy-admin/embedded/refresh/moves.ts"
import { openDocumentStore } from "#server/adapters/document-store.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import {
  CommandStopped,
  type OperatorCommand,
  type Printer,
  type Workplace,
} from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { openAuditKeys } from "#server/config/keys.ts"
import { analyzeDatabase } from "#server/migrated-database.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { readErased } from "#services/privacy/erasure/erased-people.ts"
import { brandsOf, checkClient } from "../ledger/brands-of.ts"
import { type RefreshOptions, readRefreshOptions } from "../load/refresh-options.ts"
import type { BadRow } from "./check/check.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { type ImportOptions, type ImportReport, importFiles } from "./import-files.ts"
import { sourceOf } from "./plan.ts"
import { createProgress, type Tick } from "./progress.ts"

const commandLine = {
  usage: `npm run my-account -- import --client <client> [--as-of <instant>] [--files <folder>]
    [--max-errors <count>] [--remove-missing <count>] [--move-products <count>]
    [--force] [--dry-run] [--json] <file> …
Imports people, products, bills, documents and users of one client; docs/import.md describes the files.
  <file>                    an .ndjson or .csv file, or several
  --client <client>         the client's code
  --as-of <instant>         until when the files count what happened here, such as 2026-03-31T23:00:00-05:00
  --files <folder>          the files of documents, which the records name
  --max-errors <count>      imports the rest if at most so many rows are bad; 0 by default
  --remove-missing <count>  removes people and products that the files no longer have, if there are so many
  --move-products <count>   gives products that another person has now to the person of the files, if there are so many
  --force                   imports although the files are older than the last ones
  --dry-run                 checks everything and changes nothing
  --json                    prints the report as JSON
Exit codes: 0 imported; 1 refused, and nothing was imported; 2 a mistyped command, or no database;
  3 imported, but a file had no rows.`,
  options: {
    client: { type: "string" },
    "as-of": { type: "string" },
    "max-errors": { type: "string", default: "0" },
    "remove-missing": { type: "string" },
    "move-products": { type: "string" },
    force: { type: "boolean", default: false },
    files: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
  words: [1, 1_000],
} as const

interface Typed extends Omit<ImportOptions, keyof RefreshOptions> {
  optionsAt: (now: Date) => RefreshOptions
  isJson: boolean
  /** The folder of the files of documents. */
  folder: string | undefined
}

/** Imports people, products, bills, documents and users from NDJSON and CSV files: docs/import.md. */
export const importCommand: OperatorCommand = {
  usageOf: () => commandLine.usage,
  canStop: true,
  read(typed) {
    const { values, words } = readCommandLine(commandLine, typed)
    if (!values.client) throw new UsageError("--client is missing.")
    if (!/^\d{1,6}$/.test(values["max-errors"])) {
      throw new UsageError(`--max-errors must be a number, not '${values["max-errors"]}'.`)
    }
    const options: Typed = {
      client: values.client,
      maxErrors: Number(values["max-errors"]),
      isDryRun: values["dry-run"],
      isJson: values.json,
      folder: values.files,
      optionsAt: readRefreshOptions(values),
    }
    return async (place) => {
      const files = words.map((word) => fileOf(place.pathOf(word)))
      const wrong = files.find((file) => typeof file === "string")
      if (wrong !== undefined) throw new UsageError(`${wrong}.`)
      return await run(place, files as FileToRead[], options)
    }
  },
}

async function run(
  place: Workplace,
  files: FileToRead[],
  { optionsAt, isJson, folder, ...options }: Typed,
): Promise<number> {
  const { config, database, clock } = place
  const now = clock.now()
  const brands = brandsOf(database, config, clock)
  await checkClient(place, options.client)
  if (config.policyAdmin !== "embedded") {
    place.err(
      "POLICY_ADMIN_URL is set: My Account reads people and products from that account system, and not the rows of this import.",
    )
  }
  const refreshOptions = optionsAt(now)
  const today = await brands.todayOf(options.client)
  const source = await sourceOf(files, { today, asOf: refreshOptions.refresh.asOf, now })
  const progress = createProgress(source.bytes, (line) => place.err(line))
  const tick: Tick = (phase, records, bytes) => {
    if (place.signal.aborted) throw new CommandStopped(stopped[phase])
    progress(phase, records, bytes)
  }
  const started = performance.now()
  const isErased = await readErased(database, createAuditLog(openAuditKeys(config)))
  const needs = {
    database,
    passwords: openPasswords(config),
    isErased: (accountNumber: string) => isErased(options.client, accountNumber),
    ...(folder !== undefined && {
      files: { store: openDocumentStore(config.documentStore), folder: place.pathOf(folder) },
    }),
  }
  const report = await importFiles(needs, source, { ...options, ...refreshOptions }, tick)
  const isWritten = Object.values(report.changes).some((count) => count > 0)
  if (isWritten && !options.isDryRun) {
    place.err("Counting the rows …")
    await analyzeDatabase(config, database, place.err)
  }
  if (report.refused !== undefined) report.refused = `Nothing was imported. ${report.refused}`
  const seconds = Math.round(performance.now() - started) / 1_000
  if (isJson) place.out(JSON.stringify({ client: options.client, ...report, seconds }))
  else print(place, report, options, seconds)
  if (report.refused !== undefined) return 1
  return report.empty.length > 0 ? emptyCode : 0
}

/** The exit code of an import that was given a file without a row. */
const emptyCode = 3

const stopped = {
  checked: "The import was stopped while it checked the rows. It has written nothing.",
  written: "The import was stopped. Its rows so far stay; the same command continues after them.",
}

const noEmail = "no email address, which registration asks for"

/** Problems that the command prints. */
const mostPrinted = 100

function print(
  { out }: Printer,
  {
    records,
    bad,
    warnings,
    warned,
    unreachable,
    empty,
    refused,
    moves,
    changes,
    kept,
    older,
    resumed,
    missing,
    removed,
    erased,
  }: ImportReport,
  { isDryRun }: { isDryRun: boolean },
  seconds: number,
) {
  const linesOf = (rows: readonly BadRow[], mark = "") =>
    rows.flatMap(({ file, line, reasons }) =>
      reasons.map((reason) => `${file}:${line}  ${mark}${reason}`),
    )
  const list = (lines: string[]) => {
    for (const line of listedProblems(lines, mostPrinted)) out(line)
  }
  list(linesOf(warnings, "warning: "))
  if (warned > warnings.length) out(`${counted(warned, "row")} have such a warning.`)
  for (const file of empty) {
    out(`${file}  warning: has no rows. Look whether your account system exported all of it.`)
  }
  list([...linesOf(bad), ...moves.map(moveText)])
  if (refused !== undefined) {
    out(refused)
    return
  }
  const speed = Math.round(records / Math.max(seconds, 0.001))
  const done = isDryRun ? "Checked" : "Imported"
  out(
    `${done} ${counted(records - bad.length - erased, "row")} in ${seconds.toFixed(1)} s (${speed} rows/s), ${bad.length} bad.`,
  )
  if (resumed > 0) out(`  An interrupted import had written the first ${resumed}.`)
  for (const [kind, count] of Object.entries(changes))
    if (count > 0) out(`  ${kind}: ${count} new or changed`)
  if (!isDryRun && Object.values(changes).every((count) => count === 0))
    out("  nothing new or changed")
  if (unreachable > 0) {
    out(`  ${counted(unreachable, "person has", "people have")} ${noEmail}`)
  }
  if (erased > 0)
    out(
      `  ${counted(erased, "row")} of erased people left out; npm run my-account -- person lift lets one come back`,
    )
  if (kept > 0) out(`  ${counted(kept, "bill")} kept`)
  if (older > 0)
    out(`  ${counted(older, "row")} left out: loaded with a later as-of time; --force loads them`)
  const count = missing.people + missing.products
  if (removed > 0)
    out(`  ${counted(removed, "missing person or product", "missing people and products")} removed`)
  else if (count > 0) {
    out(
      `  ${counted(missing.people, "person", "people")} and ${counted(missing.products, "product")} are loaded and not in the files. They stay; --remove-missing=${count} removes them.`,
    )
  }
}
