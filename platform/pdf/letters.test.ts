import assert from "node:assert/strict"
import { test } from "node:test"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { actualTextsOf } from "#testing/pdf-ua.ts"
import { unprintableText } from "./document.ts"
import { createPdf, type PdfBlock } from "./pdf.ts"

const identity = {
  brand: {
    clientName: "Harbor Mutual",
    phoneNumber: "(800) 555-0142",
    timeZone: "America/New_York",
    mailColor: "#0c2a3e",
    siteAddress: "https://my.harbor.example.com",
  },
  title: "Letters",
  subject: "Letters",
  date: new Date("2026-03-01T12:00:00Z"),
}

async function lettersOf(text: string): Promise<string | undefined> {
  const pdf = await readPdf(await createPdf({ ...identity, blocks: [{ paragraph: text }] }))
  return elementsOf(pdf.elements, "P").find((one) => one.text.startsWith("Letters "))?.text
}

test("a letter stays readable after another document drew it as part of an accented letter", async () => {
  await lettersOf("Letters ÀḂĆĎÉḞĜĤÍĴĶĹṀŃÓṔŔŚŤÚṼŴẊÝŹ àḃćďéḟĝĥíĵķĺṁńóṕŕśťúṽŵẋýź")
  const text = "Letters ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz"
  assert.equal(await lettersOf(text), text)
})

test("ACCESS-05 no letter of any script is drawn as a box, and the text retains it", async () => {
  const blocks: PdfBlock[] = []
  for (let start = 0; start < 0x20000; start += 512) {
    const points = Array.from({ length: 512 }, (_, index) => start + index)
    blocks.push({ paragraph: String.fromCodePoint(...points) })
  }
  // Fails if a text draws .notdef.
  const { pages } = await readPdf(await createPdf({ ...identity, blocks }))
  assert.match(pages[0] ?? "", /ABCDEFGHIJKLMNOPQRSTUVWXYZ/)
})

const names = {
  "李明 כהן": "[…] […]",
  "長期 Life Plan 💙": "[…] Life Plan […]",
  "김민준 Kim": "[…] Kim",
  "नरेंद्र Patel": "[…] Patel",
  "สมชาย (Somchai)": "[…] (Somchai)",
  "👩‍👩‍👧 Family": "[…] Family",
  "\ud83dbroken": "[…]broken",
}

for (const [name, drawn] of Object.entries(names)) {
  test(`ACCESS-05 ${name.toWellFormed()} is drawn as ${drawn}, explained, and copied as written`, async () => {
    const blocks: PdfBlock[] = [{ facts: [["Name", name]] }, { paragraph: `Paid by ${name}.` }]
    const bytes = await createPdf({ ...identity, blocks })
    const { elements } = await readPdf(bytes)
    const [cell] = elementsOf(elements, "TD")
    assert.equal(cell?.text, drawn)
    assert.equal(elementsOf(elements, "P").at(-1)?.text, unprintableText)
    const actual = await actualTextsOf(bytes)
    assert.deepEqual(
      actual,
      [name, `Paid by ${name}.`].map((text) => text.toWellFormed()),
    )
  })
}

test("ACCESS-05 spaces and invisible characters that the font lacks need no explanation", async () => {
  const blocks: PdfBlock[] = [
    { paragraph: "Ana\u3000Duarte" },
    { paragraph: "Zoë\ufe0f \u200eMüller" },
    { facts: [["Name", "\u200d"]] },
  ]
  const bytes = await createPdf({ ...identity, blocks })
  const { elements } = await readPdf(bytes)
  const texts = elementsOf(elements, "P").map(({ text }) => text)
  assert.deepEqual(texts.slice(-2), ["Ana Duarte", "Zoë Müller"])
  assert.deepEqual(await actualTextsOf(bytes), [])
})
