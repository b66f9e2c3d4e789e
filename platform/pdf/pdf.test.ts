import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { createPdf, type PdfBlock, type PdfBrand } from "./pdf.ts"

const brand: PdfBrand = {
  clientName: "Harbor Mutual",
  phoneNumber: "(800) 555-0142",
  timeZone: "America/New_York",
  mailColor: "#0c2a3e",
  siteAddress: "https://my.harbor.example.com",
  logo: {
    mediaType: "image/png",
    base64: readFileSync("demo/clients/harbor/assets/logo.png").toString("base64"),
  },
}
const identity = {
  brand,
  title: "Payment receipt",
  subject: "Term Life · certificate 4000000017",
  date: new Date("2026-03-01T12:00:00Z"),
}

test("a PDF contains title, language, sender and its tagged mark for viewers and screen readers", async () => {
  const pdf = await readPdf(await createPdf({ ...identity, blocks: [] }))
  assert.equal(pdf.title, "Payment receipt")
  assert.equal(pdf.subject, identity.subject)
  assert.equal(pdf.author, "Harbor Mutual")
  assert.equal(pdf.language, "en-US")
  assert.equal(pdf.isTagged, true)
  assert.equal(elementsOf(pdf.elements, "H1")[0]?.text, "Payment receipt")
  assert.equal(elementsOf(pdf.elements, "Figure")[0]?.alt, "Harbor Mutual")
  assert.match(pdf.pages[0] ?? "", /Harbor Mutual · \(800\) 555-0142 · my\.harbor\.example\.com/)
  assert.match(pdf.pages[0] ?? "", /Page 1 of 1/)
})

test("without a logo the document shows the name of the brand", async () => {
  const { logo: _, ...named } = brand
  const pdf = await readPdf(await createPdf({ ...identity, brand: named, blocks: [] }))
  assert.equal(elementsOf(pdf.elements, "P")[0]?.text, "Harbor Mutual")
})

test("each block is tagged with its role", async () => {
  const blocks: PdfBlock[] = [
    { lines: ["Maria Santos", "12 Quay Street"] },
    { heading: "What you paid" },
    { paragraph: "Thank you." },
    { list: ["First", "Second"] },
    { facts: [["Certificate number", "4000000017"]] },
    {
      table: {
        caption: "Payments",
        columns: [{ label: "Date" }, { label: "Amount", align: "right" }],
        rows: [["03/01/2026", "$312.00"]],
      },
    },
    { note: "Keep this for your records." },
  ]
  const { elements } = await readPdf(await createPdf({ ...identity, blocks }))
  const texts = (role: string) => elementsOf(elements, role).map(({ text }) => text)
  assert.deepEqual(texts("H2"), ["What you paid"])
  assert.deepEqual(texts("P"), [
    identity.subject,
    "Maria Santos 12 Quay Street",
    "Thank you.",
    "Keep this for your records.",
  ])
  assert.deepEqual(texts("LBody"), ["First", "Second"])
  assert.deepEqual(texts("Caption"), ["Payments"])
  const tables = elementsOf(elements, "Table").map((table) =>
    elementsOf([table], "TR").map((row) => row.children.map(({ role, text }) => [role, text])),
  )
  assert.deepEqual(tables, [
    [
      [
        ["TH", "Certificate number"],
        ["TD", "4000000017"],
      ],
    ],
    [
      [
        ["TH", "Date"],
        ["TH", "Amount"],
      ],
      [
        ["TD", "03/01/2026"],
        ["TD", "$312.00"],
      ],
    ],
  ])
})

test("a name is drawn exactly as written", async () => {
  const names = [
    "Łucja Wiśniewska-Núñez",
    "Siobhán O'Brien",
    "Ngọc Nguyễn",
    "Ελένη Παπαδοπούλου",
    "Юлия Шевченко",
    "Jürgen Groß",
    "Ağça Şahin",
  ]
  // Some computers produce a letter followed by a separate accent.
  const apart = "Zoë Müller".normalize("NFD")
  const blocks = [...names, apart].map((paragraph) => ({ paragraph }))
  const { elements } = await readPdf(await createPdf({ ...identity, blocks }))
  const paragraphs = elementsOf(elements, "P").slice(1)
  assert.deepEqual(
    paragraphs.map(({ text }) => text),
    [...names, "Zoë Müller"],
  )
})

test("a long table continues on more pages, repeats its column headers, and loses no row", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [
    `Row ${index + 1}`,
    index % 7 === 0 ? "A longer text that takes more than one line of its column ".repeat(2) : "—",
  ])
  const columns = [{ label: "Number" }, { label: "Remark" }]
  const blocks = [{ table: { caption: "Everything", columns, rows } }]
  const pdf = await readPdf(await createPdf({ ...identity, blocks }))
  const count = pdf.pages.length
  assert.ok(count > 3)
  for (const [index, page] of pdf.pages.entries()) {
    assert.match(page, /Number\s?Remark/)
    assert.ok(page.includes(`Page ${index + 1} of ${count}`))
  }
  const cells = elementsOf(pdf.elements, "TD").map(({ text }) => text)
  assert.deepEqual(
    cells.filter((text) => text.startsWith("Row")),
    rows.map(([name]) => name),
  )
})

test("a table that fits on a page stays whole, with its heading", async () => {
  const rows = Array.from({ length: 8 }, (_, index) => [`Rider ${index + 1}`])
  // The first row alone would still fit on the first page.
  const blocks: PdfBlock[] = [
    { lines: Array.from({ length: 28 }, (_, index) => `Line ${index + 1}`) },
    { heading: "Riders" },
    { table: { caption: "Added", columns: [{ label: "Rider" }], rows } },
    { newPage: true },
    { paragraph: "The end." },
  ]
  const { pages } = await readPdf(await createPdf({ ...identity, blocks }))
  assert.equal(pages.length, 3)
  assert.doesNotMatch(pages[0] ?? "", /Rider/)
  assert.match(pages[1] ?? "", /Riders.*Added.*Rider 1.*Rider 8/)
  assert.match(pages[2] ?? "", /The end\./)
})

test("letters that no font has, control characters and empty text cause no error", async () => {
  const blocks: PdfBlock[] = [
    { paragraph: "\u0000\u0007before\u001bafter" },
    { paragraph: "李明 😀" },
    { paragraph: "" },
    { lines: [] },
    { list: [] },
    { facts: [] },
    { facts: [["", ""]] },
    { table: { caption: "", columns: [{ label: "" }], rows: [] } },
    { paragraph: "x".repeat(5_000) },
  ]
  const pdf = await readPdf(await createPdf({ ...identity, title: "A\u0000B", blocks }))
  assert.ok(pdf.pages.join(" ").includes("before after"))
})

test("the same content and date give the same bytes", async () => {
  const blocks = [{ paragraph: "Łucja" }]
  const first = await createPdf({ ...identity, blocks })
  await createPdf({ ...identity, blocks: [{ paragraph: "Something else" }] })
  assert.deepEqual(await createPdf({ ...identity, blocks }), first)
})
