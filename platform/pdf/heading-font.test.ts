import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { mock, test } from "node:test"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { embeddedFonts } from "#testing/pdf-ua.ts"
import { headingFontFault, sumOf, wholeSum } from "./heading-font.ts"
import { createPdf, type PdfBlock } from "./pdf.ts"

const headingFont = readFileSync("demo/clients/harbor/assets/pdf-headings.ttf")
const plain = {
  clientName: "Harbor Mutual",
  phoneNumber: "(800) 555-0142",
  timeZone: "America/New_York",
  mailColor: "#0c2a3e",
  siteAddress: "https://my.harbor.example.com",
}
const identity = {
  brand: { ...plain, headingFont },
  title: "Certificate of Łucja Núñez",
  subject: "Term Life",
  date: new Date("2026-03-01T12:00:00Z"),
}
const blocks: PdfBlock[] = [{ heading: "In effect" }, { paragraph: "Thank you." }]
const sourceSans = ["SourceSans3-Bold", "SourceSans3-Regular"]

test("ACCESS-05 headings have the brand's face, and screen readers still read them", async () => {
  const bytes = await createPdf({ ...identity, blocks })
  // The name of the brand in the place of its logo is bold.
  assert.deepEqual(await embeddedFonts(bytes), ["Newsreader-SemiBold", ...sourceSans])
  const { elements } = await readPdf(bytes)
  assert.equal(elementsOf(elements, "H1")[0]?.text, identity.title)
  assert.equal(elementsOf(elements, "H2")[0]?.text, "In effect")
})

test("a brand without a font of its own has headings in bold", async () => {
  const bytes = await createPdf({ ...identity, brand: plain, blocks })
  assert.deepEqual(await embeddedFonts(bytes), sourceSans)
})

for (const title of ["Юлия Шевченко", "Term Life for Ελένη", "李明"]) {
  test(`the heading “${title}” with letters that the brand's font lacks is bold as a whole`, async () => {
    const bytes = await createPdf({ ...identity, title, blocks: [] })
    const isDrawn = title !== "李明"
    const { elements } = await readPdf(bytes)
    assert.equal(elementsOf(elements, "H1")[0]?.text, isDrawn ? title : "[…]")
    const brandFonts = (await embeddedFonts(bytes)).filter((name) => !sourceSans.includes(name))
    assert.deepEqual(brandFonts, isDrawn ? [] : ["Newsreader-SemiBold"])
  })
}

test("a font that cannot be drawn causes a log line, and the document has headings in bold", async () => {
  const withoutFont = await createPdf({ ...identity, brand: plain, blocks })
  const flipped = Buffer.from(headingFont)
  flipped.writeUInt8(flipped.readUInt8(40_000) ^ 1, 40_000)
  for (const broken of [Buffer.from(""), flipped, headingFont.subarray(0, 50_000), elsewhere()]) {
    const error = mock.fn()
    const brand = { ...plain, headingFont: broken }
    const bytes = await createPdf({ ...identity, brand, blocks, log: { error } })
    assert.equal(error.mock.callCount(), 1)
    assert.deepEqual(bytes, withoutFont)
    assert.match(headingFontFault(broken) ?? "", /damaged/)
  }
})

test("a font is refused if it is over 150000 bytes, variable, or not to be embedded", () => {
  assert.equal(headingFontFault(headingFont), undefined)
  const most = Buffer.concat([headingFont, Buffer.alloc(150_000 - headingFont.length)])
  assert.equal(headingFontFault(most), undefined)
  assert.match(headingFontFault(Buffer.concat([most, Buffer.alloc(1)])) ?? "", /over 150000 bytes/)
  const variable = changed("STAT", (entry, table) => {
    entry.write("fvar", "latin1")
    // Version 1.0 and one axis of 20 bytes, the weight, with the name of number 256.
    for (const [index, word] of [1, 0, 16, 2, 1, 20, 0, 4].entries()) {
      table.writeUInt16BE(word, 2 * index)
    }
    table.write("wght", 16, "latin1")
    table.writeUInt16BE(256, 34)
  })
  assert.match(headingFontFault(variable) ?? "", /variable/)
  for (const bit of [0x0002, 0x0100]) {
    const forbidden = changed("OS/2", (_, at) => at.writeUInt16BE(bit, 8))
    assert.match(headingFontFault(forbidden) ?? "", /its maker forbids embedding it/)
  }
})

/** The font with its glyphs at an offset after its end, and a sum that fits. */
function elsewhere(): Buffer {
  return changed("glyf", (entry) => entry.writeUInt32BE(0x0fffffff, 8))
}

/** The font after a change of a table's entry or content, with a sum that fits. */
function changed(name: string, change: (entry: Buffer, table: Buffer) => void): Buffer {
  const font = Buffer.from(headingFont)
  const tableOf = (tag: string) => {
    const entry = font.subarray(font.indexOf(tag, 0, "latin1"))
    return { entry, table: font.subarray(entry.readUInt32BE(8)) }
  }
  const { table: head } = tableOf("head")
  const { entry, table } = tableOf(name)
  change(entry, table)
  const difference = wholeSum - sumOf(font) + head.readUInt32BE(8)
  head.writeUInt32BE(((difference % 2 ** 32) + 2 ** 32) % 2 ** 32, 8)
  return font
}
