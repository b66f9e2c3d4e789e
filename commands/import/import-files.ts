import type { Database } from "#database/open.ts"
import { counted } from "#platform/text/words.ts"
import { forgetImport } from "#ports/policy-admin/embedded/refresh/loaded-kinds.store.ts"
import { endLoad, olderThanLoaded } from "#ports/policy-admin/embedded/refresh/loaded-kinds.ts"
import { type Move, movesText } from "#ports/policy-admin/embedded/refresh/moves.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import type { RefreshOptions } from "../load/refresh-options.ts"
import { type BadRow, type CheckedRecords, checkRecords, mostListed } from "./check/check.ts"
import { openScratch } from "./check/scratch.ts"
import { type DocumentFiles, needStore } from "./document-files.ts"
import { findProgress, forgetProgress } from "./import.store.ts"
import { missingRecords, removeAll } from "./missing.ts"
import { type Source, startReading } from "./plan.ts"
import type { Tick } from "./progress.ts"
import { type Changes, goOn, noChanges, writeRecords } from "./write.ts"

export interface ImportOptions extends RefreshOptions {
  client: string
  maxErrors: number
  isDryRun: boolean
}

export interface ImportReport {
  records: number
  bad: BadRow[]
  /** Probable mistakes in imported rows: the first 100, and the number of rows with one. */
  warnings: BadRow[]
  warned: number
  /** Number of people in the files without an email address, which registration requires. */
  unreachable: number
  /** Files without a single row, which a broken export produces. */
  empty: string[]
  /** Why nothing was written; undefined if something was. */
  refused: string | undefined
  changes: Changes
  /** Number of bills that were left out because no `asOf` is known. */
  kept: number
  /** Number of records that were left out because data with a later as-of time are loaded. */
  older: number
  /** Number of records that an earlier run of the same import wrote. */
  resumed: number
  missing: { people: number; products: number }
  removed: number
  /** Number of records that were left out because their person was erased. */
  erased: number
  /** Products in the files that belong to another person now. */
  moves: Move[]
}

export interface ImportPorts {
  database: Database
  passwords: Passwords
  /** If absent, records must not name files. */
  files?: DocumentFiles | undefined
  /** Whether the person with this account number was erased. */
  isErased?: (accountNumber: string) => boolean
}

/**
 * Imports files into one client: checks every record, then writes. Nothing is written if more rows
 * are bad than allowed.
 *
 * Errors: those of the file system and of the database.
 */
export async function importFiles(
  { database, passwords, files, isErased = () => false }: ImportPorts,
  source: Source,
  { client, maxErrors, isDryRun, refresh, removeMissing, moveProducts = 0 }: ImportOptions,
  tick: Tick,
): Promise<ImportReport> {
  const scratch = openScratch()
  const report: ImportReport = {
    records: 0,
    bad: [],
    warnings: [],
    warned: 0,
    unreachable: 0,
    empty: [],
    refused: undefined,
    changes: noChanges(),
    kept: 0,
    older: 0,
    resumed: 0,
    missing: { people: 0, products: 0 },
    removed: 0,
    erased: 0,
    moves: [],
  }
  try {
    if (files) await needStore(files)
    const reading = startReading()
    const most = Math.max(maxErrors, mostListed)
    const check = { most, reading, scratch, passwords, files, isErased }
    const checked = await checkRecords(database, client, source, check, (records) =>
      tick("checked", records, reading.bytes),
    )
    report.records = checked.rows
    report.bad = checked.bad
    report.erased = checked.erased
    report.moves = checked.moves
    report.warnings = checked.warnings
    report.warned = checked.warned
    report.unreachable = checked.unreachable
    report.empty = checked.empty
    const refuse = (text: string) => ({ ...report, refused: text })
    if (checked.cut !== undefined) {
      return refuse(`${checked.cut} cannot be read, which --max-errors does not allow.`)
    }
    if (checked.bad.length > maxErrors) return refuse(badText(checked))
    if (checked.isAlike) return refuse("Write account numbers as they are loaded.")
    if (checked.lacksAsOf) {
      return refuse("The files do not say until when they count payments. Say it with --as-of.")
    }
    if (checked.moves.length !== moveProducts) return refuse(movesText(checked.moves.length))
    const { spans } = checked
    const older = await olderThanLoaded(database, client, spans, refresh)
    if (older !== undefined) return refuse(older)
    const pages = () => missingRecords(database, client, checked, scratch)
    for await (const { accountNumbers, policyNumbers } of pages()) {
      report.missing.people += accountNumbers.length
      report.missing.products += policyNumbers.length
    }
    const missing = report.missing.people + report.missing.products
    if (removeMissing !== undefined && checked.empty.length > 0) {
      return refuse(
        `--remove-missing needs rows in each file, and these have none: ${checked.empty.join(", ")}.`,
      )
    }
    if (removeMissing !== undefined && removeMissing !== missing) {
      return refuse(
        `--remove-missing=${removeMissing} does not fit: ${missing} people and products are missing.`,
      )
    }
    if (isDryRun) return report
    const fingerprint = [reading.hash.digest("base64url"), source.asOf?.toISOString()].join(" ")
    report.resumed = await findProgress(database, client, fingerprint)
    const again = startReading()
    const run = {
      client,
      passwords,
      files,
      fingerprint,
      done: report.resumed,
      skipped: checked.skipped,
      spans,
      isForced: refresh.isForced === true,
      today: source.today.toString(),
      now: source.now,
      reading: again,
    }
    try {
      const { loaded, ...written } = await writeRecords(database, source, run, (records) =>
        tick("written", records, again.bytes),
      )
      if (removeMissing !== undefined) {
        report.removed = await removeAll(database, client, pages(), (tx) => goOn(tx, run))
      }
      await database.transaction(async (tx) => {
        await endLoad(tx, client, loaded)
        await forgetProgress(tx, client)
      })
      return { ...report, ...written }
    } finally {
      await forgetImport(database, client, fingerprint)
    }
  } finally {
    scratch.close()
  }
}

function badText({ bad, rows, isComplete }: CheckedRecords): string {
  const count = `${counted(bad.length, "row")} ${bad.length === 1 ? "is" : "are"} bad`
  const found = isComplete
    ? `${count}, of ${rows}.`
    : `${count} among the first ${rows}; the check stopped there, and the rows after them were not read.`
  return `${found} Correct them, or allow so many with --max-errors.`
}
