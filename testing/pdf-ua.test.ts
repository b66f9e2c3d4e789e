import assert from "node:assert/strict"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import PDFDocument from "pdfkit"
import { pdfUaFailures } from "./pdf-ua.ts"

async function failuresOf(
  options: PDFKit.PDFDocumentOptions,
  draw: (doc: PDFKit.PDFDocument) => void,
): Promise<string[]> {
  const doc = new PDFDocument(options)
  const bytes = buffer(doc as unknown as NodeJS.ReadableStream)
  draw(doc)
  doc.end()
  return await pdfUaFailures(await bytes)
}

test("ACCESS-05 a PDF without tags, title, language and embedded fonts fails each of these conditions", async () => {
  assert.deepEqual(await failuresOf({}, (doc) => doc.text("Plain")), [
    "06-001 there are no XMP metadata",
    "06-002 the PDF/UA version is missing",
    "06-003 dc:title is missing",
    "07-001 viewers do not show the title",
    "11-006 the language is missing",
    "it is not marked",
    "01-005 there is no structure tree",
    "page 1: 28-009 the tab order is not S",
    "page 1: 01-005 TJ outside of marked content",
    "31-009 the font Helvetica of the type Type1 is not embedded",
  ])
})

test("ACCESS-05 a wrong structure fails its condition", async () => {
  const failures = await failuresOf({ tagged: true, lang: "en-US", displayTitle: true }, (doc) => {
    const root = doc.struct("Document")
    doc.addStructure(root)
    const add = (role: string, parent = root) => {
      const element = doc.struct(role, {}, () => {
        doc.text(role)
      })
      parent.add(element)
      return element
    }
    add("H2")
    add("H4")
    add("Figure")
    add("LI")
    add("Invented")
    root.add(doc.struct("Sect"))
    const table = doc.struct("Table")
    root.add(table)
    for (const cells of [["TD"], ["TD", "TD"]]) {
      const row = doc.struct("TR")
      table.add(row)
      for (const cell of cells) add(cell, row)
    }
    doc.markContent("Artifact")
    doc.text("line")
    doc.endMarkedContent()
    doc.text("outside")
    root.end()
  })
  for (const expected of [
    "14-002 the first heading is no H1",
    "14-003 H2 skips a level",
    "14-003 H4 skips a level",
    "13-004 a figure without a text",
    "09-004 LI in Document",
    "02-001 Invented is no standard type",
    "an empty Sect",
    "15-001 uneven rows",
    "15-003 a table without header cells",
    "page 1: 01-005 TJ outside of marked content",
  ]) {
    assert.ok(failures.includes(expected), `${expected} of ${failures.join("; ")}`)
  }
})
