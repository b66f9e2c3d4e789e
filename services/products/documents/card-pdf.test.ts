import assert from "node:assert/strict"
import { test } from "node:test"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { type Card, createCard } from "./card-pdf.ts"

const card: Card = {
  brand: {
    clientName: "Harbor Mutual",
    phoneNumber: "(800) 555-0142",
    timeZone: "America/New_York",
    mailColor: "#0c2a3e",
    siteAddress: "https://my.harbor.example.com",
  },
  date: new Date("2026-03-01T12:00:00Z"),
  holder: "Łucja Wiśniewska-Núñez",
  productName: "Cancer Expense Insurance",
  number: "4001930435",
  isInsurance: true,
  coverageType: "Individual",
  effectiveDate: "2018-10-03",
}

async function factsOf(content: Card) {
  const { elements, title } = await readPdf(await createCard(content))
  const facts = elementsOf(elements, "LI").map(({ children }) => children.map(({ text }) => text))
  return { title, facts, elements }
}

test("a certificate card shows brand, product, holder, number, dates and phone", async () => {
  const { title, facts, elements } = await factsOf(card)
  assert.equal(title, "Certificate card")
  assert.deepEqual(facts, [
    ["Name", "Łucja Wiśniewska-Núñez"],
    ["Certificate number", "4001930435"],
    ["Coverage type", "Individual"],
    ["Effective", "Oct 3, 2018"],
  ])
  assert.equal(elementsOf(elements, "H2")[0]?.text, "Cancer Expense Insurance")
  const said = elementsOf(elements, "P").map(({ text }) => text)
  assert.ok(said.includes("Harbor Mutual · (800) 555-0142"))
})

test("a membership card uses the word plan, and omits unknown values", async () => {
  const { title, facts } = await factsOf({ ...card, isInsurance: false, effectiveDate: null })
  assert.equal(title, "Membership card")
  assert.deepEqual(
    facts.map(([label]) => label),
    ["Name", "Plan number", "Plan type"],
  )
})

test("a long name is printed in full", async () => {
  const holder = "Anastasia-Evangelia Papakonstantinou-Theodoropoulou"
  const { facts } = await factsOf({ ...card, holder })
  assert.deepEqual(facts[0], ["Name", holder])
})

test("names that are too long are cut, and stay on one page", async () => {
  const holder = "Anastasia-Konstantina ".repeat(8)
  const productName = "Emergency Assistance ".repeat(12)
  const { facts, elements } = await factsOf({ ...card, holder, productName })
  assert.match(facts[0]?.[1] ?? "", /^Anastasia-Konstantina .+…$/)
  assert.match(elementsOf(elements, "H2")[0]?.text ?? "", /^Emergency Assistance .+…$/)
  assert.equal(elementsOf(elements, "Document").length, 1)
})

test("ACCESS-05 a name with letters that the font lacks is explained below the card", async () => {
  const { facts, elements } = await factsOf({ ...card, holder: "李明 Lee" })
  assert.deepEqual(facts[0], ["Name", "[…] Lee"])
  assert.match(
    elementsOf(elements, "P").at(-1)?.text ?? "",
    /stands for letters that this document cannot print/,
  )
})
