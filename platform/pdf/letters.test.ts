import assert from "node:assert/strict"
import { test } from "node:test"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { createPdf } from "./pdf.ts"

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
