import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { messages } from "#contracts/messages.ts"
import { datesInFigures, readingProblems } from "./reading.ts"

test("READ-01 plain sentences, labels and addresses are not a problem", () => {
  const blocks = [
    "We sent a code to maria.santos@example.com. Enter it here.",
    "Electronic authorization administration",
    "You pay $48.50 a month now. You would pay $145.50 every three months, first on November 30.",
  ]
  assert.deepEqual(readingProblems(Array.from({ length: 5 }, () => blocks).flat()), [])
})

test("READ-01 a sentence of more than 25 words is a problem", () => {
  const sentence = `${Array.from({ length: 26 }, () => "word").join(" ")}.`
  assert.deepEqual(readingProblems([sentence]), [`26 words: ${sentence}`])
  assert.deepEqual(readingProblems([sentence.replace("word ", "")]), [])
})

test("READ-01 names and numbers count as words of a sentence", () => {
  const words = Array.from({ length: 18 }, () => "word").join(" ")
  const sentence = `${words} $48.50 to VISA on March 12, 2026.`
  assert.deepEqual(readingProblems([sentence]), [])
  assert.deepEqual(readingProblems([`My ${sentence}`]), [`26 words: My ${sentence}`])
  const list = "Term Life Insurance, Travel Accident Insurance, and Cancer Expense Insurance"
  assert.deepEqual(readingProblems([`${words} for ${list}.`]), [])
})

test("READ-02 a numeric date such as 03/12/2026 is a problem in sentences and facts", () => {
  assert.deepEqual(datesInFigures(["Due date Thu, Mar 12", "Exp Date 03/2028"]), [])
  const blocks = ["03/12/2026", "It is due on 03/12/2026."]
  assert.deepEqual(datesInFigures(blocks), blocks)
})

/** Typical values of placeholders that have more than one word. */
const values: Record<string, string> = {
  date: "March 12, 2026",
  lastDay: "March 31, 2026",
  method: "MasterCard ending in 4444",
  phone: "(800) 555-0142",
  why: messages["payment.why.notAuthorized"].content,
}

test("READ-01 each message of the server is easy to read", () => {
  for (const [id, { content }] of Object.entries(messages)) {
    const text = content.replaceAll(/<[^>]+>/g, "")
    const filled = text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? name)
    assert.deepEqual(readingProblems([filled]), [], id)
  }
})

test("READ-01 long words make a text too hard for the eighth grade", () => {
  const sentence =
    "Authorization necessitates institutional administration of anticipated modifications."
  const [problem] = readingProblems(Array.from({ length: 8 }, () => sentence))
  assert.match(problem ?? "", /^grade \d\d/)
})

test("READ-01 the texts of the demo are easy to read, except authorizations", () => {
  const files = globSync("demo/**/*.html").filter((file) => !file.includes("authorization"))
  assert.ok(files.length > 30)
  for (const file of files) {
    const text = readFileSync(file, "utf8").replaceAll(/<\/?(?:a|b|em|strong)\b[^>]*>/g, "")
    assert.deepEqual(readingProblems(text.split(/<[^>]+>|\n/)), [], file)
  }
})
