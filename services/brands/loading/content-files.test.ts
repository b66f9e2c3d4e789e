import assert from "node:assert/strict"
import { test } from "node:test"
import type { Problem } from "#platform/files/problems.ts"
import { readContents } from "./content-files.ts"

test("PAYNOW-03 a client's text about a payment may contain the confirmation number, which the built-in text leaves to the page", () => {
  const file = "clients/fund/content/payment.accepted.html"
  const problemsOf = (text: string) => {
    const problems: Problem[] = []
    readContents([{ file, text }], problems, [])
    return problems.map(({ reason }) => reason)
  }
  assert.deepEqual(problemsOf("We have {amount} as {confirmationNumber}."), [])
  assert.deepEqual(problemsOf("We have {total}."), ["{total} is not a value of this text"])
})
