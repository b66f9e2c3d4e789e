import assert from "node:assert/strict"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { PDFDocument } from "@cantoo/pdf-lib"
import type { Database } from "#database/open.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { pdfOf } from "#testing/pdf.ts"
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
  database = await openDemoDatabase(clock, { secondTenant: false })
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

test("IMPORT-12 document files reach the store, and return in an export whose import changes nothing", async () => {
  const papers = join(folder, "papers")
  await mkdir(papers)
  await writeFile(join(papers, "one.pdf"), pdfOf("one"))
  const path = await written("documents-1.ndjson", [rowOf("D-1", "one.pdf")])
  const first = await importOf(path, { store: "store", folder: papers })
  assert.deepEqual([first.refused, first.changes["document files"]], [undefined, 1])
  const store = storeIn("store")
  assert.equal(String(await store.read(keyOf("D-1"))), pdfOf("one"))
  assert.equal(await store.read({ ...keyOf("D-1"), client: "wayfarer" }), undefined)

  const again = await importOf(path, { store: "store", folder: papers })
  assert.deepEqual([again.changes.documents, again.changes["document files"]], [0, 0])
  await writeFile(join(papers, "one.pdf"), pdfOf("two"))
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
  assert.equal(String(await readFile(join(exported, named[0]?.documentFile ?? ""))), pdfOf("two"))
  const back = await importOf(join(to, "documents.ndjson"), { store: "store", folder: exported })
  assert.deepEqual([back.refused, back.changes["document files"]], [undefined, 0])
  const elsewhere = await importOf(join(to, "documents.ndjson"), {
    store: "another",
    folder: exported,
  })
  assert.equal(elsewhere.changes["document files"], 1)
})

test("IMPORT-13 a file that is missing, not a PDF or outside of its folder is a bad row, and stores nothing", async () => {
  const papers = join(folder, "bad-papers")
  await mkdir(papers)
  await writeFile(join(papers, "text.pdf"), "no PDF")
  await writeFile(join(papers, "good.pdf"), pdfOf(""))
  await writeFile(join(folder, "outside.pdf"), pdfOf("outside"))
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
  const nowhere = importOf(path, { store: "bad", folder: join(folder, "nowhere") })
  await assert.rejects(nowhere, /nowhere cannot be read: no such file or directory\./)
  const without = await importOf(path)
  assert.match(without.bad[0]?.reasons[0] ?? "", /--files/)
})

test("IMPORT-13 a PDF with extra bytes around it is imported, and a truncated one is not", async () => {
  const papers = join(folder, "odd-papers")
  await mkdir(papers)
  const document = await PDFDocument.create()
  document.addPage()
  const whole = Buffer.from(await document.save())
  const web = `%PDF-1.7\n1 0 obj\n<</Linearized 1/L 5000/H[1 2]>>endobj\nstartxref\n0\n%%EOF\n`
  const files: [name: string, body: Buffer | string, isTaken: boolean][] = [
    ["whole.pdf", whole, true],
    ["UPPER.PDF", whole, true],
    ["mark.pdf", Buffer.concat([Buffer.from("\ufeff"), whole]), true],
    ["lines.pdf", Buffer.concat([Buffer.from("\r\n\r\n"), whole]), true],
    ["blanks.pdf", Buffer.concat([Buffer.alloc(1_000, " "), whole]), true],
    ["filled.pdf", Buffer.concat([whole, Buffer.alloc(4_096)]), true],
    ["web.pdf", `${web}${" ".repeat(5_000)}startxref\n9\n%%EOF`, true],
    ["late.pdf", Buffer.concat([Buffer.alloc(1_100, " "), whole]), false],
    ["stub.pdf", "%PDF-1.7", false],
    ["cut.pdf", whole.subarray(0, whole.length - 20), false],
    ["half.pdf", whole.subarray(0, whole.length / 2), false],
    ["web-cut.pdf", web, false],
    ["table-cut.pdf", "%PDF-1.7\nstartxref\n99999\n%%EOF", false],
    ["empty.pdf", "", false],
    ["page.pdf", "<html>Not found</html>%%EOF", false],
  ]
  for (const [name, body] of files) await writeFile(join(papers, name), body)
  const rows = files.map(([name], at) => rowOf(`ODD-${at}`, name))
  const path = await written("documents-3.ndjson", rows)
  const { bad } = await importOf(path, { store: "odd", folder: papers })
  const refused = new Map(bad.map(({ line, reasons }) => [line, reasons.join()]))
  for (const [at, [name, , isTaken]] of files.entries()) {
    const reason = refused.get(at + 1) ?? ""
    if (isTaken) assert.equal(reason, "", name)
    else {
      assert.match(reason, new RegExp(`^documentFile ${name} is (not a PDF|cut off or damaged)`))
    }
  }
})

test("IMPORT-13 a name in the other Unicode form finds its file", async () => {
  const papers = join(folder, "forms")
  await mkdir(papers)
  const name = "Müller Vertrag"
  await writeFile(join(papers, `${name.normalize("NFD")} 1.pdf`), pdfOf("one"))
  await writeFile(join(papers, `${name.normalize("NFC")} 2.pdf`), pdfOf("two"))
  const path = await written("documents-4.ndjson", [
    rowOf("FORM-1", `${name.normalize("NFC")} 1.pdf`),
    rowOf("FORM-2", `${name.normalize("NFD")} 2.pdf`),
  ])
  const report = await importOf(path, { store: "forms", folder: papers })
  assert.deepEqual([report.bad, report.changes["document files"]], [[], 2])
  assert.equal(String(await storeIn("forms").read(keyOf("FORM-1"))), pdfOf("one"))
  await writeFile(join(papers, `${name.normalize("NFC")} 1.pdf`), pdfOf("other"))
  const twice = await importOf(path, { store: "forms", folder: papers })
  assert.match(twice.bad[0]?.reasons.join() ?? "", /is the name of several files$/)
})
