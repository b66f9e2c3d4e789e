import assert from "node:assert/strict"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { exportFiles } from "./export-files.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { importFiles } from "./import-files.ts"
import { sourceOf } from "./plan.ts"

const clock = createTestClock()
const policyNumber = "4001930427"
const accountNumber = "HM2041187"
let database: Database
let folder: string

before(async () => {
  database = await openDemoDatabase(clock, { twin: false })
  folder = await mkdtemp(join(tmpdir(), "import-documents-test-"))
})
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

const storeIn = (name: string) => createDiskDocumentStore(join(folder, name))
const keyOf = (documentId: string) => ({
  ...{ client: "harbor", accountNumber, documentId },
  ...{ documentSource: "TEST", documentCategory: "POLICY" },
})
const rowOf = (documentId: string, documentFile: string) => ({
  ...{ policyNumber, documentId, documentSource: "TEST", documentCategory: "POLICY" },
  ...{ documentTypeId: "T", documentName: "Paper", documentCreatedDate: "2026-01-31" },
  documentFile,
})

async function importOf(path: string, files?: { store: string; folder: string }) {
  const source = await sourceOf([fileOf(path) as FileToRead], {
    today: Temporal.PlainDate.from("2026-11-21"),
    asOf: clock.now(),
    now: clock.now(),
  })
  const needs = {
    ...{ database, passwords: testPasswords },
    ...(files && { files: { store: storeIn(files.store), folder: files.folder } }),
  }
  const options = { client: "harbor", maxErrors: 0, isDryRun: false, refresh: {} }
  return await importFiles(needs, source, options, () => {})
}

async function written(name: string, rows: object[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join("\n"))
  return path
}

test("IMPORT-12 files of documents reach the store, and come back in an export whose import changes nothing", async () => {
  const papers = join(folder, "papers")
  await mkdir(papers)
  await writeFile(join(papers, "one.pdf"), "%PDF-1.7 one")
  const path = await written("documents-1.ndjson", [rowOf("D-1", "one.pdf")])
  const first = await importOf(path, { store: "store", folder: papers })
  assert.deepEqual([first.refused, first.changes["document files"]], [undefined, 1])
  const store = storeIn("store")
  assert.equal(String(await store.read(keyOf("D-1"))), "%PDF-1.7 one")
  assert.equal(await store.read({ ...keyOf("D-1"), client: "wayfarer" }), undefined)

  const again = await importOf(path, { store: "store", folder: papers })
  assert.deepEqual([again.changes.documents, again.changes["document files"]], [0, 0])
  await writeFile(join(papers, "one.pdf"), "%PDF-1.7 two")
  const changed = await importOf(path, { store: "store", folder: papers })
  assert.deepEqual([changed.changes.documents, changed.changes["document files"]], [0, 1])

  const to = join(folder, "exported")
  const exported = join(to, "documents")
  const needs = { database, passwords: testPasswords, files: { store, folder: exported } }
  await exportFiles(needs, "harbor", to, "ndjson", () => {})
  const lines = (await readFile(join(to, "documents.ndjson"), "utf8")).trim().split("\n")
  const records = lines.map((line) => JSON.parse(line) as ReturnType<typeof rowOf>)
  const named = records.filter(({ documentFile }) => documentFile !== undefined)
  assert.equal(named.length, 1)
  assert.equal(String(await readFile(join(exported, named[0]?.documentFile ?? ""))), "%PDF-1.7 two")
  const back = await importOf(join(to, "documents.ndjson"), { store: "store", folder: exported })
  assert.deepEqual([back.refused, back.changes["document files"]], [undefined, 0])
  const elsewhere = await importOf(join(to, "documents.ndjson"), {
    store: "another",
    folder: exported,
  })
  assert.equal(elsewhere.changes["document files"], 1)
})

test("IMPORT-13 a file that is missing, no PDF or outside of its folder is a bad row, and stores nothing", async () => {
  const papers = join(folder, "bad-papers")
  await mkdir(papers)
  await writeFile(join(papers, "text.pdf"), "no PDF")
  await writeFile(join(papers, "good.pdf"), "%PDF-1.7")
  await writeFile(join(folder, "outside.pdf"), "%PDF-1.7 outside")
  const names = ["good.pdf", "missing.pdf", "text.pdf", "../outside.pdf", ".hidden"]
  const rows = names.map((name, at) => rowOf(`BAD-${at}`, name))
  const path = await written("documents-2.ndjson", rows)
  const report = await importOf(path, { store: "bad", folder: papers })
  assert.match(report.refused ?? "", /--max-errors/)
  assert.deepEqual(
    report.bad.map(({ line, reasons: [reason = ""] }) => `${line}: ${reason}`),
    [
      "2: documentFile missing.pdf is not in the folder of the files",
      "3: documentFile text.pdf is not a PDF",
      "4: documentFile must be the name of a file without a folder",
      "5: documentFile must be the name of a file without a folder",
    ],
  )
  assert.equal(await storeIn("bad").read(keyOf("BAD-0")), undefined)
  const without = await importOf(path)
  assert.match(without.bad[0]?.reasons[0] ?? "", /--files/)
})
