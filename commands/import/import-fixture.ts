import assert from "node:assert/strict"
import { join } from "node:path"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { testPasswords } from "#testing/secret-key.ts"
import type { ExportFormat } from "./export-files.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { type ImportOptions, type ImportReport, importFiles } from "./import-files.ts"
import { sourceOf } from "./plan.ts"

export type ImportTerms = Partial<ImportOptions> & {
  /** A second before now by default; undefined for none. */
  asOf?: Date | undefined
}

/** Imports these files into Wayfarer, unless `options` name another client. */
export async function importInto(
  database: Database,
  clock: Clock,
  paths: readonly string[],
  options: ImportTerms = {},
): Promise<ImportReport> {
  const files = paths.map(fileOf).map((file) => {
    assert.ok(typeof file !== "string", String(file))
    return file as FileToRead
  })
  const { asOf, ...more } = {
    asOf: new Date(clock.now().getTime() - 1_000),
    ...options,
  }
  const today = Temporal.PlainDate.from("2026-11-21")
  const source = await sourceOf(files, { today, asOf, now: clock.now() })
  const all = { client: "wayfarer", maxErrors: 0, isDryRun: false, refresh: {}, ...more }
  return await importFiles({ database, passwords: testPasswords }, source, all, () => {})
}

const examples = join(import.meta.dirname, "../../examples/import")

/** The files of examples/import/, with two people. */
export function exampleFiles(format: ExportFormat): string[] {
  return ["people", "payment-methods", "products", "bills", "documents", "users"].map((name) =>
    join(examples, `${name}.${format}`),
  )
}
